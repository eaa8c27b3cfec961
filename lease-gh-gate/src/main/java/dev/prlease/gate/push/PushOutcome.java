package dev.prlease.gate.push;

import dev.prlease.api.LeaseException;
import java.util.Optional;

/**
 * What became of a push, by what the branch was read to be at afterwards rather than by git's exit
 * code. Commits are whole ids.
 */
public sealed interface PushOutcome {
  /** The audit's word for it. */
  String word();

  /**
   * The branch moved.
   *
   * @param before where it was, as it was expected
   * @param after where it is now
   * @param unrecorded why the lease's record does not have {@code after}, if it has not
   * @param tie whether the lease was renewed by that very push
   */
  record Pushed(String before, String after, Optional<LeaseException> unrecorded, Tie tie)
      implements PushOutcome {
    /** One that no lease could be tied to: its store is no git remote. */
    public Pushed(String before, String after, Optional<LeaseException> unrecorded) {
      this(before, after, unrecorded, Tie.NO_FENCE);
    }

    @Override
    public String word() {
      return "pushed";
    }
  }

  /** How a push was tied to the lease that it was made under. */
  enum Tie {
    /** Branch and lease moved in one step: had the lease been somebody else's, neither had. */
    FENCED,
    /**
     * The answer was lost, and when it was looked for the branch had arrived and the lease was not
     * where the push would have brought it: it was renewed since, or somebody else pushed the same
     * commit. The lease was asserted right before.
     */
    UNPROVEN,
    /** The lease is in no git repository. It was asserted right before the push. */
    NO_FENCE,
    /** The lease is in another repository than the branch. It was asserted right before. */
    OTHER_REPOSITORY,
    /** The server moves no two references in one step. The lease was asserted right before. */
    NOT_ATOMIC;

    /** As in the audit and in {@code --json}. */
    public String text() {
      return switch (this) {
        case FENCED -> "fenced";
        case UNPROVEN -> "unproven";
        case NO_FENCE -> "no-fence";
        case OTHER_REPOSITORY -> "other-repository";
        case NOT_ATOMIC -> "not-atomic";
      };
    }
  }

  /**
   * The branch was there already: nothing was sent. An earlier push whose answer was lost is seen
   * so.
   *
   * @param commit where it is
   * @param unrecorded why the lease's record does not have {@code commit}, if it has not
   */
  record UpToDate(String commit, Optional<LeaseException> unrecorded) implements PushOutcome {
    @Override
    public String word() {
      return "up-to-date";
    }
  }

  /**
   * Somebody else moved the branch, or deleted it. It was left as it is.
   *
   * @param expected where it should have been
   * @param found where it is; empty if it is gone, or could not be read
   * @param nextStep what to do; one sentence
   */
  record Moved(String expected, Optional<String> found, String nextStep) implements PushOutcome {
    @Override
    public String word() {
      return "moved";
    }
  }

  /**
   * It was not pushed, and would not be the next time.
   *
   * @param why who refused what
   * @param nextStep what to do; one sentence
   */
  record Refused(String why, String nextStep) implements PushOutcome {
    @Override
    public String word() {
      return "refused";
    }
  }

  /**
   * Nobody knows: what was sent may still land.
   *
   * @param why what went wrong
   * @param found where the branch was last seen; empty if it could not be read
   * @param nextStep what to do; one sentence
   */
  record Unknown(String why, Optional<String> found, String nextStep) implements PushOutcome {
    @Override
    public String word() {
      return "unknown";
    }
  }

  /** Whether the branch is where it should be. */
  default boolean succeeded() {
    return this instanceof Pushed || this instanceof UpToDate;
  }
}

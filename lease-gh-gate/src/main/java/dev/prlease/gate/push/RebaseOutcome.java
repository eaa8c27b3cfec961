package dev.prlease.gate.push;

import java.util.List;

/** What became of a rebase and the push behind it. Commits are whole ids. */
public sealed interface RebaseOutcome {
  /** The audit's word for it. */
  String word();

  /**
   * The branch is on its base. If it was pushed, that is what the pull request has; if not, and
   * nothing can land any more, the checkout is as it was.
   *
   * @param before what was checked out
   * @param after what it became; the same if it was on its base already
   * @param base where the base branch is
   * @param push what became of the push
   * @param checkout what the checkout has
   */
  record Rebased(String before, String after, String base, PushOutcome push, Left checkout)
      implements RebaseOutcome {
    @Override
    public String word() {
      return push.word();
    }
  }

  /** What an action leaves behind in a checkout. */
  enum Left {
    /** The rebased branch. */
    REBASED,
    /** What was there before; what others did there, if nothing was rebased. */
    RESTORED
  }

  /**
   * It does not go without decisions that only a person can make. The checkout is as it was.
   *
   * @param base where the base branch is
   * @param files which conflict, relative to the checkout's top
   * @param nextStep what to do; one sentence
   */
  record Conflict(String base, List<String> files, String nextStep) implements RebaseOutcome {
    /** Copies the files. */
    public Conflict {
      files = List.copyOf(files);
    }

    @Override
    public String word() {
      return "conflict";
    }
  }

  /**
   * It was not done, and the checkout is as it was.
   *
   * @param why what stands in the way
   * @param nextStep what to do; one sentence
   */
  record Refused(String why, String nextStep) implements RebaseOutcome {
    @Override
    public String word() {
      return "refused";
    }
  }

  /**
   * It was not done, or not pushed, and the checkout is not as it was.
   *
   * @param why what went wrong
   * @param before what was checked out
   * @param nextStep what to do; one sentence
   */
  record Stuck(String why, String before, String nextStep) implements RebaseOutcome {
    @Override
    public String word() {
      return "stuck";
    }
  }

  /** Whether the pull request's branch is on its base. */
  default boolean succeeded() {
    return this instanceof Rebased rebased && rebased.push().succeeded();
  }
}

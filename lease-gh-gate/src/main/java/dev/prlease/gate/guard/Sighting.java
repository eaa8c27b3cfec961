package dev.prlease.gate.guard;

import java.util.List;
import java.util.Optional;

/**
 * Something in a command line that acts on a pull request, or may. Words in it may have {@link
 * dev.prlease.gate.guard.shell.Marks}.
 */
public sealed interface Sighting {
  /** Where it would run. */
  Where where();

  /**
   * A push.
   *
   * @param remote the remote or URL that it names
   * @param refspecs the refspecs that it names
   * @param extent what is pushed
   * @param manner whether it may throw commits away
   */
  record Push(
      Where where,
      Optional<String> remote,
      List<String> refspecs,
      Extent extent,
      Manner manner,
      Effect effect)
      implements Sighting {
    /** Copies the refspecs. */
    public Push {
      refspecs = List.copyOf(refspecs);
    }
  }

  /** What a push moves. */
  enum Extent {
    /** What its refspecs say; without any, what the configuration says. */
    REFSPECS,
    /** Its refspecs are deleted. */
    DELETION,
    /** All branches. */
    ALL_BRANCHES,
    /** Everything. */
    MIRROR,
    /** Tags, and what its refspecs say. */
    TAGS
  }

  /** Whether a push may throw commits away. */
  enum Manner {
    /** It only adds. */
    PLAIN,
    /** It may. */
    FORCED
  }

  /** Whether a command does what it says. */
  enum Effect {
    /** It does. */
    REAL,
    /** It only shows it. */
    DRY_RUN
  }

  /**
   * An act on a pull request.
   *
   * @param act what is done
   * @param repository the repository that it names
   * @param selector number, URL or branch; empty for the branch that is checked out
   */
  record PullRequestAct(
      Where where, Act act, Optional<String> repository, Optional<String> selector)
      implements Sighting {}

  /** What is done with a pull request. */
  enum Act {
    /** Merged, now or once it can be. */
    MERGE("merge"),
    /** Closed. */
    CLOSE("close"),
    /** Its branch is brought up to date with the base. */
    UPDATE_BRANCH("update the branch of");

    private final String verb;

    Act(String verb) {
      this.verb = verb;
    }

    /** For sentences: {@code merge}. */
    public String verb() {
      return verb;
    }
  }

  /**
   * A branch that is moved or deleted on the forge itself, by a request to its interface.
   *
   * @param repository the repository that it names, with its host if that is named too; empty for
   *     the one around it
   * @param ref the whole name of what is moved, such as {@code refs/heads/main}
   */
  record Move(Where where, Optional<String> repository, String ref) implements Sighting {}

  /**
   * What looks like a push or merge, and cannot be told apart.
   *
   * @param what what was seen, for people
   * @param repository the repository that it names, if it does
   */
  record Unclear(Where where, String what, Optional<String> repository) implements Sighting {}
}

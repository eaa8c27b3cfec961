package dev.prlease.api.claim;

import java.util.Objects;
import java.util.Optional;

/** What is at the path of a worktree. */
public sealed interface WorktreeState {
  /** Nothing is there any more, and whoever looked could have seen it. */
  record Gone() implements WorktreeState {
    @Override
    public String toString() {
      return "gone";
    }
  }

  /**
   * Something is there.
   *
   * @param realPath the path with all symbolic links resolved
   * @param topLevel what git calls the top of the worktree that the path is in: in a removed
   *     worktree git walks up to the checkout around it (lesson L66); empty if it is in none
   * @param registration whether its repository knows it
   * @param changes whether anything staged, unstaged or untracked is in it
   * @param branch the branch that is checked out, without {@code refs/heads/}; empty for a detached
   *     head
   */
  record Present(
      String realPath,
      Optional<String> topLevel,
      Registration registration,
      Changes changes,
      Optional<String> branch)
      implements WorktreeState {
    /** Refuses null. */
    public Present {
      Objects.requireNonNull(realPath, "realPath");
      Objects.requireNonNull(topLevel, "topLevel");
      Objects.requireNonNull(registration, "registration");
      Objects.requireNonNull(changes, "changes");
      Objects.requireNonNull(branch, "branch");
    }

    @Override
    public String toString() {
      return realPath
          + ": top level "
          + topLevel.orElse("none")
          + (registration == Registration.REGISTERED ? ", registered" : ", not registered")
          + (changes == Changes.NONE ? ", clean" : ", not clean")
          + branch.map(name -> ", on " + name).orElse(", on no branch");
    }
  }

  /** Whether a repository knows a worktree. */
  enum Registration {
    /** It lists it: as the main one, or as a linked one that is not prunable. */
    REGISTERED,
    /** It does not. */
    UNREGISTERED
  }

  /** Whether there is work in a worktree that no commit has. */
  enum Changes {
    /** None: nothing staged, unstaged or untracked. */
    NONE,
    /** Some. */
    SOME
  }
}

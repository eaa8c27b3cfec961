package dev.prlease.gate.watch;

import dev.prlease.api.forge.PullRequest;

/** How watching a pull request ended. */
public sealed interface WatchResult {
  /** It is merged, with the head that was certified, by this call or by the forge on its behalf. */
  record Merged(String head, PullRequest.Merge merge) implements WatchResult {}

  /** Somebody else had merged it, or another head. */
  record AlreadyMerged(PullRequest.Merge merge) implements WatchResult {}

  /**
   * It is merged, with {@code head}, which nobody here certified, while the forge had been asked
   * here to merge {@code certified} by itself: it keeps that up when somebody pushes.
   */
  record MergedUncertified(String certified, String head, PullRequest.Merge merge)
      implements WatchResult {}

  /** It was closed without a merge. */
  record Closed() implements WatchResult {}

  /** It will not be merged unless somebody does something. */
  record Refused(String why, String nextStep) implements WatchResult {}

  /** Time was up; {@code last} says what was waited for. */
  record TimedOut(String last) implements WatchResult {}

  /** A merge was tried, and what came of it could not be found out. */
  record Unknown(String why) implements WatchResult {}

  /** Whether there is nothing to drive any more: it is merged or closed. */
  default boolean isOver() {
    return this instanceof Merged
        || this instanceof AlreadyMerged
        || this instanceof MergedUncertified
        || this instanceof Closed;
  }
}

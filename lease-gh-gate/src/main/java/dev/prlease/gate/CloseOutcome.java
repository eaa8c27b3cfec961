package dev.prlease.gate;

import dev.prlease.api.forge.PullRequest;

/** What became of closing a pull request, by what it looked like afterwards. */
public sealed interface CloseOutcome {
  /** It is closed. */
  record Closed() implements CloseOutcome {}

  /** It was merged, by whoever it says: that cannot be closed. */
  record Merged(PullRequest.Merge merge) implements CloseOutcome {}

  /** It is open: the forge refused, or could not be asked. */
  record StillOpen(String why, String nextStep) implements CloseOutcome {}

  /** It could not be found out. */
  record Unknown(String why) implements CloseOutcome {}
}

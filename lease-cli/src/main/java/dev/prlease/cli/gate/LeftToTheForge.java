package dev.prlease.cli.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.gate.DisarmAction;
import dev.prlease.gate.MergeAction;
import dev.prlease.gate.MergeOutcome;
import java.util.Optional;

/**
 * What {@code prlease do} leaves behind when it has the forge merge: it does one act and ends, and
 * nobody keeps the lease for what comes of that later (lesson L59).
 */
final class LeftToTheForge {
  private LeftToTheForge() {}

  /** A warning, if {@code result} of the action {@code name} is not the end of it. */
  static Optional<String> warning(LeaseKey key, String name, Object result) {
    if (!(result instanceof MergeOutcome outcome)) {
      return Optional.empty();
    }
    if (outcome instanceof MergeOutcome.Armed || outcome instanceof MergeOutcome.Queued) {
      return Optional.of("the forge merges it later, " + unwatched(key));
    }
    boolean isEnd =
        outcome instanceof MergeOutcome.Merged
            || outcome instanceof MergeOutcome.AlreadyMerged
            || outcome instanceof MergeOutcome.Closed
            || outcome instanceof MergeOutcome.Refused;
    return isEnd || !name.equals(MergeAction.ARMING)
        ? Optional.empty()
        : Optional.of("the forge may merge it later all the same, " + unwatched(key));
  }

  private static String unwatched(LeaseKey key) {
    return "and this command does not watch it: what is pushed meanwhile is lost, or merged unseen."
        + " Keep the lease until then with prlease auto-merge, or take it back: "
        + DisarmAction.byHand(key);
  }
}

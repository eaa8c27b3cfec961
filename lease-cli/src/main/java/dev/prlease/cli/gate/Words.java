package dev.prlease.cli.gate;

import dev.prlease.api.forge.PullRequest;
import dev.prlease.cli.syntax.Durations;
import dev.prlease.gate.MergeAction;
import dev.prlease.gate.MergeOutcome;
import dev.prlease.gate.watch.Standing;
import dev.prlease.gate.watch.Tally;
import dev.prlease.gate.watch.WatchEvent;
import dev.prlease.gate.watch.WatchResult;
import java.time.Duration;

/** Words for people about what is watched. */
final class Words {
  private static final int SHORT_SHA = 12;

  /** What to do about a merge of a head that nobody here certified. */
  static final String LOOK_AT_WHAT_WAS_MERGED =
      "Look at what was merged, and revert it if it should not be.";

  /** What to do where nobody knows what came of an act. */
  static final String LOOK_FIRST = "Look at the pull request before anything else is done with it.";

  /** What to do where the time was over. */
  static final String START_AGAIN = "Start again, with a longer --timeout.";

  private Words() {}

  /** Enough of a commit id for people to know it again. */
  static String commit(String sha) {
    return sha.substring(0, Math.min(SHORT_SHA, sha.length()));
  }

  static String checks(Tally tally) {
    if (tally.isEmpty()) {
      return "no checks";
    }
    return "checks: "
        + tally.passed().size()
        + " passed, "
        + tally.pending().size()
        + " pending, "
        + tally.failed().size()
        + " failed";
  }

  static String standing(Standing standing) {
    if (standing instanceof Standing.Waiting waiting) {
      return "waiting: " + waiting.why();
    }
    if (standing instanceof Standing.InHand hand) {
      return hand.how();
    }
    if (standing instanceof Standing.NoChecks) {
      return "waiting: no check has been reported yet";
    }
    return standing instanceof Standing.Ready ? "ready" : "";
  }

  static String trying(WatchEvent.Trying trying) {
    String head = commit(trying.head());
    return trying.way() == MergeAction.Way.ARM
        ? "having the forge merge " + head
        : "merging " + head;
  }

  static String outcome(MergeOutcome outcome) {
    if (outcome instanceof MergeOutcome.Merged) {
      return "merged";
    }
    if (outcome instanceof MergeOutcome.AlreadyMerged) {
      return "merged already";
    }
    if (outcome instanceof MergeOutcome.Queued) {
      return "it is in the merge queue now; the lease is kept until it is merged";
    }
    if (outcome instanceof MergeOutcome.Armed) {
      return "the forge will merge it once its rules let it; the lease is kept until then";
    }
    if (outcome instanceof MergeOutcome.HeadMoved moved) {
      return "not merged: its head is " + commit(moved.found()) + " by now";
    }
    if (outcome instanceof MergeOutcome.Closed) {
      return "not merged: it is closed";
    }
    if (outcome instanceof MergeOutcome.Refused refused) {
      return "refused: " + refused.why();
    }
    if (outcome instanceof MergeOutcome.NotNow later) {
      return "not merged yet: " + later.why();
    }
    return "what came of it is not known: " + ((MergeOutcome.Unknown) outcome).why();
  }

  /** The last line; {@code what} is the pull request. */
  static String end(String what, WatchResult result) {
    if (result instanceof WatchResult.Merged merged) {
      return what + ": merged at " + commit(merged.head()) + by(merged.merge());
    }
    if (result instanceof WatchResult.AlreadyMerged already) {
      return what + ": merged already" + by(already.merge());
    }
    if (result instanceof WatchResult.MergedUncertified other) {
      return what
          + ": merged at "
          + commit(other.head())
          + by(other.merge())
          + ": "
          + uncertified(other);
    }
    if (result instanceof WatchResult.Closed) {
      return what + ": closed without a merge";
    }
    if (result instanceof WatchResult.Refused refused) {
      return what + ": not merged: " + refused.why();
    }
    if (result instanceof WatchResult.TimedOut timedOut) {
      return what + ": not merged in time; waited for: " + timedOut.last();
    }
    return what + ": whether it was merged is not known: " + ((WatchResult.Unknown) result).why();
  }

  /** Why that is no success. */
  static String uncertified(WatchResult.MergedUncertified other) {
    return "nobody here certified that head: the forge had been asked to merge "
        + commit(other.certified())
        + ", and keeps that up when somebody pushes";
  }

  private static String by(PullRequest.Merge merge) {
    String commit = merge.commit().isEmpty() ? "" : " as " + commit(merge.commit());
    return commit + (merge.by().isEmpty() ? "" : " by " + merge.by());
  }

  static String left(Duration duration) {
    return Durations.show(duration);
  }
}

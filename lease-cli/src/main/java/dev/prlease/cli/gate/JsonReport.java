package dev.prlease.cli.gate;

import dev.prlease.api.forge.Check;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.core.PrLease;
import dev.prlease.gate.watch.Tally;
import dev.prlease.gate.watch.WatchEvent;
import dev.prlease.gate.watch.WatchResult;
import dev.prlease.json.JsonText;
import dev.prlease.json.JsonText.ObjectFields;
import dev.prlease.spi.Clock;
import java.util.List;
import java.util.function.Consumer;

/** An object a line for programs, each with {@code event} and {@code at}; the last is the end. */
final class JsonReport implements Report {
  private final Console console;
  private final Clock clock;
  private final PrLease lease;

  JsonReport(World world, PrLease lease) {
    this.console = world.console();
    this.clock = world.clock();
    this.lease = lease;
  }

  private void line(String event, Consumer<ObjectFields> more) {
    console.jsonLine(
        JsonText.objectLine(
            to -> {
              to.put("event", event)
                  .put("at", clock.now())
                  .put("key", lease.key().toString())
                  .put("lease_expires_at", lease.expiresAt());
              more.accept(to);
            }));
  }

  @Override
  public void accept(WatchEvent event) {
    if (event instanceof WatchEvent.Looked looked) {
      line("looked", to -> looked(to, looked));
    } else if (event instanceof WatchEvent.HeadMoved moved) {
      line("head-moved", to -> to.put("from", moved.from()).put("to", moved.to()));
    } else if (event instanceof WatchEvent.Certified certified) {
      line("certified", to -> to.put("head", certified.head()));
    } else if (event instanceof WatchEvent.Trying trying) {
      line("trying", to -> to.put("head", trying.head()));
    } else if (event instanceof WatchEvent.Tried tried) {
      line("tried", to -> tried.outcome().details().forEach(to::put));
    } else if (event instanceof WatchEvent.Retrying retrying) {
      line(
          "retrying",
          to -> to.put("reason", retrying.why()).put("in_secs", retrying.in().toSeconds()));
    } else if (event instanceof WatchEvent.Warned warned) {
      line("warned", to -> to.put("message", warned.what()));
    }
  }

  private static void looked(ObjectFields to, WatchEvent.Looked looked) {
    PullRequest pr = looked.pullRequest();
    Tally checks = looked.checks();
    to.put("head", pr.head().sha());
    to.put("standing", Words.standing(looked.standing()));
    to.object(
        "checks",
        count ->
            count
                .put("passed", checks.passed().size())
                .put("pending", checks.pending().size())
                .put("failed", checks.failed().size()));
    names(to, "pending", checks.pending());
    names(to, "failed", checks.failed());
    to.put("next_in_secs", looked.nextIn().toSeconds());
  }

  private static void names(ObjectFields to, String field, List<Check> checks) {
    to.array(field, names -> checks.forEach(check -> names.add(check.name())));
  }

  @Override
  public void end(WatchResult result) {
    line("end", to -> end(to, result));
  }

  private static void end(ObjectFields to, WatchResult result) {
    if (result instanceof WatchResult.Merged merged) {
      to.put("outcome", "merged").put("head", merged.head());
      merge(to, merged.merge());
    } else if (result instanceof WatchResult.AlreadyMerged already) {
      to.put("outcome", "already-merged");
      merge(to, already.merge());
    } else if (result instanceof WatchResult.MergedUncertified other) {
      to.put("outcome", "merged-uncertified");
      to.put("head", other.head()).put("certified", other.certified());
      merge(to, other.merge());
      to.put("reason", Words.uncertified(other)).put("next", Words.LOOK_AT_WHAT_WAS_MERGED);
    } else if (result instanceof WatchResult.Closed) {
      to.put("outcome", "closed");
    } else if (result instanceof WatchResult.Refused refused) {
      to.put("outcome", "refused").put("reason", refused.why()).put("next", refused.nextStep());
    } else if (result instanceof WatchResult.TimedOut timedOut) {
      to.put("outcome", "timed-out").put("reason", timedOut.last()).put("next", Words.START_AGAIN);
    } else if (result instanceof WatchResult.Unknown unknown) {
      to.put("outcome", "unknown").put("reason", unknown.why()).put("next", Words.LOOK_FIRST);
    }
  }

  private static void merge(ObjectFields to, PullRequest.Merge merge) {
    to.put("merge_commit", merge.commit()).put("merged_by", merge.by());
  }
}

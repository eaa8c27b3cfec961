package dev.prlease.cli.gate;

import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.core.PrLease;
import dev.prlease.gate.watch.WatchEvent;
import dev.prlease.gate.watch.WatchResult;

/** A line for whatever changed, on standard error; how it ended on standard output. */
class PlainReport implements Report {
  private final Console console;
  private final PrLease lease;
  private final String name;
  private String last = "";

  PlainReport(World world, PrLease lease, String name) {
    this.console = world.console();
    this.lease = lease;
    this.name = name;
  }

  @Override
  public void accept(WatchEvent event) {
    if (event instanceof WatchEvent.Looked looked) {
      looked(looked);
    } else if (event instanceof WatchEvent.HeadMoved moved) {
      line(
          "its head moved from "
              + Words.commit(moved.from())
              + " to "
              + Words.commit(moved.to())
              + ": starting over");
    } else if (event instanceof WatchEvent.Certified certified) {
      line("certified head " + certified.head());
    } else if (event instanceof WatchEvent.Trying trying) {
      line(Words.trying(trying));
    } else if (event instanceof WatchEvent.Tried tried) {
      line(Words.outcome(tried.outcome()));
    } else if (event instanceof WatchEvent.Retrying retrying) {
      line(retrying.why() + "; trying again in " + Words.left(retrying.in()));
    } else if (event instanceof WatchEvent.Warned warned) {
      line("warning: " + warned.what());
    }
  }

  /** Says the same only once. */
  void looked(WatchEvent.Looked looked) {
    String now = Words.standing(looked.standing()) + "; " + Words.checks(looked.checks());
    if (!now.equals(last)) {
      last = now;
      line(now + "; next look in " + Words.left(looked.nextIn()));
    }
  }

  /** A line of the story. */
  void line(String text) {
    console.err(name + ": " + text);
  }

  @Override
  public void end(WatchResult result) {
    console.out(Words.end(lease.key().toString(), result));
    String next = "";
    if (result instanceof WatchResult.Refused refused) {
      next = refused.nextStep();
    } else if (result instanceof WatchResult.Unknown) {
      next = Words.LOOK_FIRST;
    } else if (result instanceof WatchResult.MergedUncertified) {
      next = Words.LOOK_AT_WHAT_WAS_MERGED;
    } else if (result instanceof WatchResult.TimedOut) {
      next = Words.START_AGAIN;
    }
    if (!next.isEmpty()) {
      console.next(next);
    }
  }
}

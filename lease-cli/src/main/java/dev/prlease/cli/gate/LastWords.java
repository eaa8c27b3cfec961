package dev.prlease.cli.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.Shutdown;
import dev.prlease.gate.watch.WatchEvent;
import dev.prlease.gate.watch.WatchResult;

/**
 * Leaves word of what the forge may still do, for the case that a signal ends this program before
 * it can tell it itself: the forge hangs, or nobody reads what is written.
 */
final class LastWords implements Report {
  private final Report report;
  private final LeaseKey key;
  private final Shutdown shutdown;

  LastWords(Report report, LeaseKey key, Shutdown shutdown) {
    this.report = report;
    this.key = key;
    this.shutdown = shutdown;
  }

  @Override
  public void accept(WatchEvent event) {
    if (event instanceof WatchEvent.Entrusted entrusted) {
      shutdown.leaveWord(
          "the forge may still merge " + key + "; switch that off: " + entrusted.undo());
    } else if (event instanceof WatchEvent.Settled) {
      shutdown.leaveWord("");
    }
    report.accept(event);
  }

  @Override
  public void end(WatchResult result) {
    report.end(result);
  }

  @Override
  public void close() {
    report.close();
  }
}

package dev.prlease.cli.gate;

import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.core.PrLease;
import dev.prlease.gate.watch.WatchEvent;
import dev.prlease.gate.watch.WatchResult;
import java.time.Duration;

/** The same on a terminal, with a last line that tells second by second how it stands. */
final class StatusLineReport extends PlainReport {
  private final Console console;
  private final PrLease lease;
  private String standing = "";

  StatusLineReport(World world, PrLease lease, String name) {
    super(world, lease, name);
    this.console = world.console();
    this.lease = lease;
  }

  @Override
  public void accept(WatchEvent event) {
    if (event instanceof WatchEvent.Waited waited) {
      show(waited.nextIn());
      return;
    }
    super.accept(event);
  }

  @Override
  void looked(WatchEvent.Looked looked) {
    standing = Words.checks(looked.checks()) + "; " + Words.standing(looked.standing());
    show(looked.nextIn());
  }

  private void show(Duration nextIn) {
    console.status(
        lease.key()
            + ": "
            + standing
            + "; next look in "
            + Words.left(nextIn)
            + "; lease for "
            + Words.left(lease.remaining()));
  }

  @Override
  void line(String text) {
    console.status("");
    super.line(text);
  }

  @Override
  public void end(WatchResult result) {
    console.status("");
    super.end(result);
  }
}

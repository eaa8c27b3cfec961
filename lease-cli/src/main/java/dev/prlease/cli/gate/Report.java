package dev.prlease.cli.gate;

import dev.prlease.cli.World;
import dev.prlease.cli.command.Desk;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.PrLease;
import dev.prlease.gate.watch.WatchEvent;
import dev.prlease.gate.watch.WatchResult;
import java.util.function.Consumer;

/** Tells what happens while a pull request is watched, and how that ended. */
interface Report extends Consumer<WatchEvent>, AutoCloseable {
  /** How it ended. */
  void end(WatchResult result);

  /** Nothing more is told. */
  @Override
  default void close() {}

  /** What fits whoever reads {@code call}'s answer, and keeps nobody waiting who does not. */
  static Report of(Call call, World world, PrLease lease, Desk desk) {
    Report aside =
        new BackgroundReport(
            fitting(call, world, lease),
            desk.scheduler(),
            desk.clock(),
            world.console()::abandonWhoDoesNotRead);
    return new LastWords(aside, lease.key(), world.shutdown());
  }

  private static Report fitting(Call call, World world, PrLease lease) {
    if (call.has("json")) {
      return new JsonReport(world, lease);
    }
    return world.console().hasStatusLine()
        ? new StatusLineReport(world, lease, call.name())
        : new PlainReport(world, lease, call.name());
  }
}

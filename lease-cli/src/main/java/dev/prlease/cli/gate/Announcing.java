package dev.prlease.cli.gate;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.cli.NotHeldException;
import dev.prlease.cli.World;
import dev.prlease.cli.command.Desk;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.PrLease;
import dev.prlease.gate.announce.Announcer;
import dev.prlease.gate.announce.Notice;
import dev.prlease.gate.announce.NoticeBoard;
import dev.prlease.gate.watch.WatchEvent;
import dev.prlease.gate.watch.WatchResult;
import dev.prlease.spi.Forge;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Shows the lease in a comment while a gate command acts under it. */
final class Announcing implements Onlooker {
  /** The work is done and the lease given back: only the exit of the command waits. */
  private static final Duration LAST_WORD = Duration.ofSeconds(10);

  private final Call call;
  private final World world;
  private final Forge forge;
  private Optional<Announcer> announcer = Optional.empty();
  private Notice.End how = Notice.End.GIVEN_BACK;

  private Announcing(Call call, World world, Forge forge) {
    this.call = call;
    this.world = world;
    this.forge = forge;
  }

  /** If {@code call} asks for it. */
  static Optional<Announcing> of(Call call, World world, Forge forge) {
    return call.has("announce")
        ? Optional.of(new Announcing(call, world, forge))
        : Optional.empty();
  }

  @Override
  public LeaseListener begin(PrLease lease, Desk desk) {
    NoticeBoard board = NoticeBoard.of(forge, desk.clock(), world.environment());
    Announcer started = Announcer.start(board, lease, desk.scheduler(), desk.clock());
    announcer = Optional.of(started);
    return started;
  }

  /** {@code report}, which is told of what went wrong here, too, on the thread of the work. */
  Consumer<WatchEvent> telling(Report report) {
    return event -> {
      tellWarnings(report);
      report.accept(event);
    };
  }

  private void tellWarnings(Report report) {
    announcer
        .map(Announcer::takeWarnings)
        .orElse(List.of())
        .forEach(warning -> report.accept(new WatchEvent.Warned(warning)));
  }

  /** The work ended so; {@code report} is told of what it was not told yet. */
  void ended(WatchResult result, Report report) {
    tellWarnings(report);
    if (result instanceof WatchResult.Closed) {
      how = Notice.End.CLOSED;
    } else if (result.isOver()) {
      how = Notice.End.MERGED;
    }
  }

  @Override
  public void failed(RuntimeException why) {
    if (why instanceof LeaseExpiredException) {
      how = Notice.End.EXPIRED;
    } else if (why instanceof NotOwnerException || why instanceof NotHeldException) {
      how = Notice.End.LOST;
    }
  }

  @Override
  public void over(PrLease lease, Desk desk) {
    if (announcer.isEmpty()) {
      return;
    }
    Announcer started = announcer.get();
    started.end(lastWord(started, lease, desk), LAST_WORD);
    started
        .takeWarnings()
        .forEach(warning -> world.console().err(call.name() + ": warning: " + warning));
  }

  /** A session that held the lease before still does, and so it says. */
  private Notice lastWord(Announcer started, PrLease lease, Desk desk) {
    try {
      LeaseStatus status = desk.manager().find(lease.key());
      boolean stillHeld =
          status.state() == LeaseStatus.State.HELD
              && status
                  .record()
                  .filter(record -> record.owner().equals(lease.ownerSessionId()))
                  .filter(record -> record.fence().equals(lease.fence()))
                  .isPresent();
      return stillHeld ? Notice.of(status) : started.ended(how);
    } catch (LeaseException unknown) {
      return started.ended(how);
    }
  }
}

package dev.prlease.gate.announce;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.forge.Comment;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.core.LeaseEnd;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Keeps the comment on one pull request up to date while its lease is held here. It is for people
 * to read, and the work never waits for it: the forge is asked on the scheduler's pool, one request
 * at a time, and what is to be said next takes the place of what was not said yet.
 *
 * <ul>
 *   <li>At the beginning the comment is written or taken over; a minute later it is looked at
 *       again, since another session that had lost the lease may have edited it at the same moment.
 *   <li>A renewal is told when what the comment promises is over soon: when less than half the TTL
 *       is left of it, and at most once a minute.
 *   <li>A loss is told at once. How the lease ended otherwise, {@link #end} is told.
 *   <li>What fails is one warning. What may pass is tried again at a later renewal, after a rate
 *       limit's end; what would fail again is not, but for the end.
 *   <li>A comment that somebody deleted is not written again.
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class Announcer implements LeaseListener {
  private static final Duration SECOND_LOOK = Duration.ofMinutes(1);
  private static final Duration SHORTEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  /** Whoever interrupts is waiting for the process to end. */
  private static final Duration INTERRUPTED_PATIENCE = Duration.ofSeconds(2);

  private final NoticeBoard board;
  private final PrLease lease;
  private final Scheduler scheduler;
  private final Clock clock;
  private final Warnings warnings = new Warnings();

  /** All guarded by this, as what follows. */
  private Optional<Notice> wanted = Optional.empty();

  private Optional<Scheduler.Handle> task = Optional.empty();
  private Optional<Scheduler.Handle> secondLook = Optional.empty();
  private Optional<Comment> comment = Optional.empty();
  private Optional<Mark> shown = Optional.empty();
  private Optional<Instant> notBefore = Optional.empty();
  private Optional<Instant> limitedUntil = Optional.empty();
  private long saidAt;
  private boolean looksAgain;
  private boolean hopeless;
  private boolean over;
  private boolean closed;

  private Announcer(NoticeBoard board, PrLease lease, Scheduler scheduler, Clock clock) {
    this.board = Objects.requireNonNull(board, "board");
    this.lease = Objects.requireNonNull(lease, "lease");
    this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * Begins to tell of {@code lease}; returns at once. Give what is returned to {@link
   * PrLease#keepAlive}, so that it learns of renewals and loss, and {@link #end} it.
   */
  public static Announcer start(
      NoticeBoard board, PrLease lease, Scheduler scheduler, Clock clock) {
    Announcer announcer = new Announcer(board, lease, scheduler, clock);
    announcer.say(new Notice.Held(lease.record()));
    return announcer;
  }

  @Override
  public synchronized void renewed(Instant expiresAt) {
    if (over || hopeless || !isDue()) {
      return;
    }
    say(new Notice.Held(lease.record()));
  }

  private synchronized boolean isDue() {
    Instant now = clock.now();
    if (notBefore.isPresent() && now.isBefore(notBefore.get())) {
      return false;
    }
    if (shown.isEmpty()) {
      return true;
    }
    Duration left = Duration.between(now, shown.get().at());
    boolean endsSoon = left.compareTo(lease.record().ttl().duration().dividedBy(2)) < 0;
    return endsSoon && clock.ticks() - saidAt >= SHORTEST_PAUSE.toNanos();
  }

  @Override
  public synchronized void ended(LeaseEnd end) {
    if (over || !(end instanceof LeaseEnd.Lost lost)) {
      return;
    }
    over = true;
    boolean expired = lost.why() instanceof LeaseExpiredException;
    sayLast(ended(expired ? Notice.End.EXPIRED : Notice.End.LOST));
  }

  private synchronized void sayLast(Notice last) {
    if (hopeless && comment.isEmpty()) {
      wanted = Optional.empty();
    } else if (limitedUntil.isPresent() && clock.now().isBefore(limitedUntil.get())) {
      wanted = Optional.empty();
      warnOfEnd("the forge limits requests until " + limitedUntil.get());
    } else {
      say(last);
    }
  }

  /** That the lease ended now. */
  public Notice ended(Notice.End how) {
    return new Notice.Ended(lease.fence(), how, clock.now(), Optional.of(lease.record()));
  }

  /**
   * Says {@code last} as the last word, unless a loss was told, and waits until it is said; at most
   * {@code atMost}, and no longer than moments if the thread is interrupted, which is kept. Never
   * throws.
   */
  public void end(Notice last, Duration atMost) {
    synchronized (this) {
      secondLook.ifPresent(Scheduler.Handle::cancel);
      if (!over) {
        over = true;
        sayLast(last);
      }
    }
    long end = clock.ticks() + atMost.toNanos();
    boolean interrupted = Thread.interrupted();
    if (interrupted) {
      end = Math.min(end, clock.ticks() + INTERRUPTED_PATIENCE.toNanos());
    }
    while (isBusy() && clock.ticks() - end < 0) {
      try {
        scheduler.pause(LOOK_EVERY);
      } catch (InterruptedException hurry) {
        interrupted = true;
        end = Math.min(end, clock.ticks() + INTERRUPTED_PATIENCE.toNanos());
      }
    }
    synchronized (this) {
      closed = true;
      if (task.isPresent()) {
        wanted = Optional.empty();
        warnOfEnd("the forge takes too long");
        task.get().cancel();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What went wrong and was not taken from here before: a sentence each, fit to be shown. */
  public List<String> takeWarnings() {
    return warnings.take();
  }

  private synchronized boolean isBusy() {
    return task.isPresent();
  }

  private synchronized void say(Notice notice) {
    wanted = Optional.of(notice);
    if (task.isEmpty()) {
      task = Optional.of(scheduler.execute(this::work));
    }
  }

  /** Says what there is to say, until there is no more. */
  private void work() {
    while (true) {
      Optional<Notice> next = next();
      if (next.isEmpty()) {
        return;
      }
      try {
        said(next.get(), post(next.get()));
      } catch (ForgeException failed) {
        failed(next.get(), failed);
      } catch (RuntimeException bug) {
        quit();
        throw bug;
      }
    }
  }

  private synchronized Optional<Notice> next() {
    Optional<Notice> next = wanted;
    wanted = Optional.empty();
    if (next.isEmpty()) {
      task = Optional.empty();
    }
    return next;
  }

  private Posted post(Notice notice) {
    Optional<Comment> known;
    boolean whole;
    synchronized (this) {
      known = comment;
      whole = looksAgain;
      looksAgain = false;
    }
    if (known.isEmpty()) {
      return board.post(lease.key(), notice);
    }
    return whole ? board.lookAfter(known.get(), notice) : board.update(known.get(), notice);
  }

  private synchronized void said(Notice notice, Posted posted) {
    notBefore = Optional.empty();
    limitedUntil = Optional.empty();
    comment = posted.comment();
    switch (posted.outcome()) {
      case GONE -> {
        hopeless = true;
        warnings.once("it was deleted, and is not written again");
      }
      case LATER -> {
        shown = Optional.empty();
        if (notice instanceof Notice.Held) {
          warnings.once(
              "it tells of a later lease, and stays as it is: do all name the same store?");
        }
      }
      case NONE -> shown = Optional.empty();
      case CREATED, EDITED, UNCHANGED -> {
        boolean isFirst = shown.isEmpty();
        shown = Optional.of(Mark.of(notice));
        saidAt = clock.ticks();
        if (isFirst && !over) {
          secondLook = Optional.of(scheduler.after(SECOND_LOOK, this::lookAgain));
        }
      }
    }
  }

  private synchronized void lookAgain() {
    if (!over && !hopeless) {
      looksAgain = true;
      say(new Notice.Held(lease.record()));
    }
  }

  private synchronized void failed(Notice notice, ForgeException failed) {
    if (closed) {
      return; // Who ended it has told.
    }
    hopeless |= !failed.kind().isTransient();
    limitedUntil = failed.retryAt();
    notBefore = failed.retryAt().or(() -> Optional.of(clock.now().plus(SHORTEST_PAUSE)));
    String why = failed.getMessage() + "; next: " + failed.nextStep();
    if (notice instanceof Notice.Ended) {
      warnOfEnd(why);
    } else {
      warnings.once(why);
    }
  }

  /** Whoever reads it takes the lease for held until then. */
  private synchronized void warnOfEnd(String why) {
    Instant now = clock.now();
    Optional<Mark> stale = shown.filter(mark -> mark.isLive(now));
    if (stale.isPresent()) {
      warnings.ofEnd(stale.get().at(), why);
    } else {
      warnings.once(why);
    }
  }

  private synchronized void quit() {
    hopeless = true;
    wanted = Optional.empty();
    task = Optional.empty();
    warnings.once("a fault in prlease itself");
  }
}

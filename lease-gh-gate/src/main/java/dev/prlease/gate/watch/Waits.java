package dev.prlease.gate.watch;

import dev.prlease.core.PrLease;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The pauses of one watch: in slices, so that a loss of the lease is noticed soon, and no longer
 * than the watch may take.
 */
final class Waits {
  private static final Duration SLICE = Duration.ofSeconds(1);

  private final PrLease lease;
  private final Scheduler scheduler;
  private final Clock clock;
  private final Duration timeout;
  private final Consumer<? super WatchEvent> progress;
  private final long begun;
  private String last = "the first look";

  Waits(
      PrLease lease,
      Scheduler scheduler,
      Clock clock,
      Duration timeout,
      Consumer<? super WatchEvent> progress) {
    this.lease = lease;
    this.scheduler = scheduler;
    this.clock = clock;
    this.timeout = timeout;
    this.progress = progress;
    this.begun = clock.ticks();
  }

  /** Pauses for {@code why} after something failed: the longer, the more did in a row. */
  void retry(Backoff backoff, String why, Optional<Instant> retryAt) throws InterruptedException {
    Duration in = backoff.next(clock.now(), retryAt);
    progress.accept(new WatchEvent.Retrying(why, in));
    until(why, in);
  }

  /**
   * Waits for {@code what}, for {@code whole}; ends early when all the time is over.
   *
   * @throws dev.prlease.api.LeaseException if the lease is lost
   */
  void until(String what, Duration whole) throws InterruptedException {
    last = what;
    long end = clock.ticks() + whole.toNanos();
    Duration left = whole;
    while (!left.isNegative() && !left.isZero() && !isOver()) {
      scheduler.pause(left.compareTo(SLICE) < 0 ? left : SLICE);
      requireLease();
      left = Duration.ofNanos(end - clock.ticks());
      if (!left.isNegative() && !left.isZero()) {
        progress.accept(new WatchEvent.Waited(left));
      }
    }
  }

  /** Pauses, also when all the time is over. */
  void pause(Duration whole) throws InterruptedException {
    scheduler.pause(whole);
  }

  /** Interrupts this thread {@code after} some time, unless it is closed before. */
  Alarm alarm(Duration after) {
    return Alarm.in(after, scheduler);
  }

  /** The wall time. */
  Instant now() {
    return clock.now();
  }

  /** What was waited for last. */
  String last() {
    return last;
  }

  /** Without I/O while the keeper keeps it: what ended it is told by the store. */
  void requireLease() {
    if (lease.remaining().isZero()) {
      lease.assertOwned();
    }
  }

  boolean isOver() {
    return clock.ticks() - begun >= timeout.toNanos();
  }

  /** The machine's ticks, in nanoseconds. */
  long ticks() {
    return clock.ticks();
  }
}

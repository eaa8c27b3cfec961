package dev.prlease.store.jdbc;

import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.StoreContext;
import java.sql.SQLException;
import java.time.Duration;

/**
 * How long a call waits for SQLite's one lock, whether it is to read or to write. SQLite's own
 * waiting is deaf to interrupts and without order. Used by one thread, for one call.
 */
final class LockWait {
  private static final Duration MOST = Duration.ofSeconds(10);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(5);

  private final Clock clock;
  private final Scheduler scheduler;
  private final long begun;

  private LockWait(Clock clock, Scheduler scheduler) {
    this.clock = clock;
    this.scheduler = scheduler;
    this.begun = clock.ticks();
  }

  static LockWait begin(StoreContext context) {
    return new LockWait(context.clock(), context.scheduler());
  }

  /** Whether the call is to be tried once more, after a moment that has passed by then. */
  boolean goesOn(SQLException error, InterruptShield shield) {
    if (!SqlTrouble.isBusy(error) || clock.ticks() - begun >= MOST.toNanos()) {
      return false;
    }
    try {
      scheduler.pause(BETWEEN_TRIES);
    } catch (InterruptedException e) {
      shield.remember();
    }
    return true;
  }
}

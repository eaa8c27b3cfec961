package dev.prlease.store.file;

import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.time.Duration;

/**
 * How long one operation waits for locks, all of them together, and how it waits: whatever
 * interrupts it meanwhile is put aside.
 */
final class Patience {
  /** What version-1 programs allow, too. */
  static final Duration LIMIT = Duration.ofSeconds(5);

  /**
   * How often a lock that another process holds is tried. Short, since a process that writes all
   * the time leaves it free for a fraction of a millisecond only.
   */
  private static final Duration POLL = Duration.ofMillis(2);

  private final Clock clock;
  private final Scheduler scheduler;
  private final InterruptShield shield;
  private final long start;

  Patience(Clock clock, Scheduler scheduler, InterruptShield shield) {
    this.clock = clock;
    this.scheduler = scheduler;
    this.shield = shield;
    this.start = clock.ticks();
  }

  InterruptShield shield() {
    return shield;
  }

  boolean isOver() {
    return leftMillis() <= 0;
  }

  long leftMillis() {
    return LIMIT.minusNanos(clock.ticks() - start).toMillis();
  }

  /** Waits until it is worth another try. */
  void pause() {
    try {
      scheduler.pause(POLL);
    } catch (InterruptedException e) {
      shield.remember();
    }
  }
}

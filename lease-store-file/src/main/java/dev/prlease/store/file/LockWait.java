package dev.prlease.store.file;

import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.time.Duration;

/**
 * How long one operation waits for locks, all of them together, and how it waits: whatever
 * interrupts it meanwhile is put aside.
 */
abstract class LockWait {
  /** What version-1 programs allow, too. */
  static final Duration LIMIT = Duration.ofSeconds(5);

  private final InterruptShield shield;

  private LockWait(InterruptShield shield) {
    this.shield = shield;
  }

  /** As much as {@link #LIMIT} from now on. */
  static LockWait of(Clock clock, Scheduler scheduler, InterruptShield shield) {
    return new Limited(clock, scheduler, shield);
  }

  /** None: what is not free at once is not waited for. */
  static LockWait none(InterruptShield shield) {
    return new None(shield);
  }

  final InterruptShield shield() {
    return shield;
  }

  final boolean isOver() {
    return leftMillis() <= 0;
  }

  abstract long leftMillis();

  /** Waits until it is worth another try. */
  abstract void pause();

  /**
   * How long it lasts, for messages: {@code for more than 5 s}; nothing if it waits for nothing.
   */
  abstract String text();

  private static final class Limited extends LockWait {
    /**
     * How often a lock that another process holds is tried. Short, since a process that writes all
     * the time leaves it free for a fraction of a millisecond only.
     */
    private static final Duration POLL = Duration.ofMillis(2);

    private final Clock clock;
    private final Scheduler scheduler;
    private final long start;

    Limited(Clock clock, Scheduler scheduler, InterruptShield shield) {
      super(shield);
      this.clock = clock;
      this.scheduler = scheduler;
      this.start = clock.ticks();
    }

    @Override
    long leftMillis() {
      return LIMIT.minusNanos(clock.ticks() - start).toMillis();
    }

    @Override
    void pause() {
      try {
        scheduler.pause(POLL);
      } catch (InterruptedException e) {
        shield().remember();
      }
    }

    @Override
    String text() {
      return " for more than " + LIMIT.toSeconds() + " s";
    }
  }

  private static final class None extends LockWait {
    None(InterruptShield shield) {
      super(shield);
    }

    @Override
    long leftMillis() {
      return 0;
    }

    @Override
    void pause() {
      // Nobody asks for it: it is over from the start.
    }

    @Override
    String text() {
      return "";
    }
  }
}

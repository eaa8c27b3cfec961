package dev.prlease.core;

import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting that finishes and keeps the interrupt flag, as everything but a waiting acquire does. */
final class Pauses {
  private static final Duration FIRST_GLANCE = Duration.ofNanos(50_000);
  private static final Duration LONGEST_GLANCE = Duration.ofMillis(50);

  private final Scheduler scheduler;
  private final Clock clock;

  Pauses(Scheduler scheduler, Clock clock) {
    this.scheduler = scheduler;
    this.clock = clock;
  }

  /** Waits for {@code duration} whatever interrupts; an interrupt is kept for the caller. */
  void pause(Duration duration) {
    long end = clock.ticks() + duration.toNanos();
    boolean interrupted = false;
    Duration left = duration;
    while (Durations.isPositive(left)) {
      try {
        scheduler.pause(left);
        break;
      } catch (InterruptedException keepForLater) {
        interrupted = true;
        left = Duration.ofNanos(end - clock.ticks());
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until {@code done}, by pauses that grow: mostly there is nothing to wait for.
   *
   * @return false if it was not done after {@code longest}
   */
  boolean until(BooleanSupplier done, Duration longest) {
    long start = clock.ticks();
    for (int looks = 0; !done.getAsBoolean(); looks++) {
      Duration left = longest.minus(Duration.ofNanos(clock.ticks() - start));
      if (!Durations.isPositive(left)) {
        return false;
      }
      pause(Durations.min(left, Jitter.ceiling(looks, FIRST_GLANCE, LONGEST_GLANCE)));
    }
    return true;
  }
}

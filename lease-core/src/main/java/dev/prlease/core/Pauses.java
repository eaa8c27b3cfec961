package dev.prlease.core;

import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.time.Duration;

/** Waiting that finishes and keeps the interrupt flag, as everything but a waiting acquire does. */
final class Pauses {
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
}

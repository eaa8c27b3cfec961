package dev.prlease.process;

import java.time.Duration;

/**
 * A time that runs out from when this is made, by the machine's ticks. Several waits that share it
 * last no longer than one, however many pieces they have. Immutable.
 */
final class Countdown {
  private final long start = System.nanoTime();
  private final Duration time;

  private Countdown(Duration time) {
    this.time = time;
  }

  static Countdown of(Duration time) {
    return new Countdown(time);
  }

  /** What is left; zero once it is over. */
  Duration left() {
    Duration left = time.minusNanos(System.nanoTime() - start);
    return left.isNegative() ? Duration.ZERO : left;
  }

  @Override
  public String toString() {
    return left() + " of " + time;
  }
}

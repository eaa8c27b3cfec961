package dev.prlease.core;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Random shares of durations, so that sessions that met once do not meet for ever. */
final class Jitter {
  private static final Duration FIRST_BACKOFF = Duration.ofMillis(4);
  private static final Duration LONGEST_BACKOFF = Duration.ofMillis(250);
  private static final int MOST_DOUBLINGS = 16;

  private final RandomGenerator random;

  Jitter(RandomGenerator random) {
    this.random = random;
  }

  /** Something from {@code share * duration} up to {@code duration}; {@code share} is 0 to 1. */
  Duration atLeast(double share, Duration duration) {
    return stretch(duration, share, next());
  }

  /** Something from {@code least} to 1. */
  double share(double least) {
    return least + (1 - least) * next();
  }

  /** What to wait before try number {@code tries} (0, 1, …) of something that others hinder. */
  Duration backoff(int tries) {
    return atLeast(0.5, ceiling(tries, FIRST_BACKOFF, LONGEST_BACKOFF));
  }

  /** {@code first} doubled {@code tries} times, but never more than {@code longest}. */
  static Duration ceiling(int tries, Duration first, Duration longest) {
    Duration doubled = first.multipliedBy(1L << Math.min(tries, MOST_DOUBLINGS));
    return Durations.min(doubled, longest);
  }

  /** {@code duration} times something from {@code share} to 1, as {@code random} in [0, 1) says. */
  static Duration stretch(Duration duration, double share, double random) {
    double factor = share + (1 - share) * random;
    return Duration.ofNanos((long) (duration.toNanos() * factor));
  }

  /** Injected generators need not be safe for several threads. */
  private synchronized double next() {
    return random.nextDouble();
  }
}

package dev.prlease.core;

import java.time.Duration;

/** Arithmetic that {@link Duration} lacks. */
final class Durations {
  private Durations() {}

  static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  static Duration max(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /** {@code duration}, of some days at most, divided; the JDK's own way goes by big decimals. */
  static Duration share(Duration duration, int parts) {
    return Duration.ofNanos(duration.toNanos() / parts);
  }

  /** Twice as long; the JDK's own way goes by big decimals. */
  static Duration doubled(Duration duration) {
    return duration.plus(duration);
  }

  static boolean isPositive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }
}

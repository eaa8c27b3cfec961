package dev.prlease.spi;

import java.time.Duration;
import java.time.Instant;

/**
 * What one answer told: at {@code start}, before it was asked for, the authority's time was within
 * {@code error} of {@code authority}.
 */
record TimeSample(TickedWall start, Instant authority, Duration error) {
  private static final long MILLION = 1_000_000;

  /**
   * The authority read its clock at some time of the round trip, and cut it to its resolution. So
   * when it was asked its time was the answer less all of the round trip, or the answer and all of
   * the resolution, or something between.
   */
  static TimeSample of(TickedWall start, TickedWall end, Instant answer, Duration resolution) {
    long roundTrip = Math.max(0, end.since(start).toNanos());
    long width = roundTrip + resolution.toNanos();
    Instant earliest = answer.minusNanos(roundTrip);
    return new TimeSample(
        start, earliest.plusNanos(width / 2), Duration.ofNanos(width - width / 2));
  }

  /** The authority's time at {@code end}, by what passed in ticks. */
  Instant at(TickedWall end) {
    return authority.plus(end.since(start));
  }

  /** The same by ticks or by the wall clock, whichever says that it is later. */
  Instant atLatest(TickedWall end) {
    Duration byTicks = end.since(start);
    Duration byWall = end.wallSince(start);
    return authority.plus(byTicks.compareTo(byWall) < 0 ? byWall : byTicks);
  }

  /** How far {@link #at} may be off if the ticks run wrong by {@code driftPpm} millionths. */
  Duration errorAt(TickedWall end, int driftPpm) {
    return error.plusNanos(share(end.since(start).toNanos(), driftPpm));
  }

  /** {@code ppm} millionths of {@code nanos}, rounded up, and never too long for a long. */
  static long share(long nanos, int ppm) {
    return (nanos / MILLION + 1) * ppm;
  }
}

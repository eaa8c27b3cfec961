package dev.prlease.spi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a {@link SampledClock} goes about it.
 *
 * @param period how often it asks, 1 ms or more
 * @param endurance how long after the last good answer it still knows the time, {@code period} or
 *     more
 * @param driftPpm by how many millionths the machine's ticks may run wrong, 0 to 100,000; a crystal
 *     is wrong by 100 at most, and what keeps the time of a machine may pull it by 500
 * @param skew how far the clocks of the nodes that may answer can be apart; zero for one that
 *     always answers itself
 * @param resolution in what steps the answer counts: the time that is meant is the answer or later
 *     by less than this
 */
public record Sampling(
    Duration period, Duration endurance, int driftPpm, Duration skew, Duration resolution) {
  /** Every 30 s, for 5 minutes, 500 ppm, one node that answers to the nanosecond. */
  public static final Sampling DEFAULTS =
      new Sampling(
          Duration.ofSeconds(30), Duration.ofMinutes(5), 500, Duration.ZERO, Duration.ZERO);

  private static final int MOST_DRIFT = 100_000;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException naming all that is wrong with them
   */
  public Sampling {
    List<String> wrong = new ArrayList<>();
    if (period.compareTo(Duration.ofMillis(1)) < 0) {
      wrong.add("period must be 1 ms or more, not " + period);
    }
    if (endurance.compareTo(period) < 0) {
      wrong.add("endurance must be as long as the period or longer, not " + endurance);
    }
    if (driftPpm < 0 || driftPpm > MOST_DRIFT) {
      wrong.add("driftPpm must be 0 to " + MOST_DRIFT + ", not " + driftPpm);
    }
    if (skew.isNegative()) {
      wrong.add("skew must be zero or more, not " + skew);
    }
    if (resolution.isNegative()) {
      wrong.add("resolution must be zero or more, not " + resolution);
    }
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", wrong));
    }
  }

  /** The same, asking every {@code newPeriod} and knowing the time for {@code newEndurance}. */
  public Sampling every(Duration newPeriod, Duration newEndurance) {
    return new Sampling(newPeriod, newEndurance, driftPpm, skew, resolution);
  }

  /** The same for ticks that may be wrong by {@code newDriftPpm} millionths. */
  public Sampling withDriftPpm(int newDriftPpm) {
    return new Sampling(period, endurance, newDriftPpm, skew, resolution);
  }

  /** The same for nodes whose clocks may be {@code newSkew} apart. */
  public Sampling withSkew(Duration newSkew) {
    return new Sampling(period, endurance, driftPpm, newSkew, resolution);
  }

  /** The same for answers that count in steps of {@code newResolution}. */
  public Sampling withResolution(Duration newResolution) {
    return new Sampling(period, endurance, driftPpm, skew, newResolution);
  }
}

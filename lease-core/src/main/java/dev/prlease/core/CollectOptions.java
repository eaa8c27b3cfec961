package dev.prlease.core;

import dev.prlease.api.Ttl;
import dev.prlease.spi.CollectRequest;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How old garbage is collected, and how much of it.
 *
 * @param olderThan how long ago a slot was released, at least {@link #LEAST_AGE}
 * @param atMost how long to go on; the slot that is looked at when it is over is still dealt with
 * @param mode whether anything is removed
 * @param after go on behind this place, see {@link dev.prlease.spi.Collected#next}; empty for all
 */
public record CollectOptions(
    Duration olderThan, Duration atMost, CollectRequest.Mode mode, Optional<String> after) {
  /**
   * A day, the longest TTL: whoever composed his record before the slot was last taken finds it
   * expired when it is written after the removal, see {@link dev.prlease.spi.Collectable}.
   */
  public static final Duration LEAST_AGE = Ttl.MAX;

  /** How long archived content is kept at least; longer if {@code olderThan} is. */
  public static final Duration ARCHIVE_AGE = Duration.ofDays(30);

  /** What was released more than 7 days ago, for 10 seconds. */
  public static final CollectOptions DEFAULTS =
      new CollectOptions(
          Duration.ofDays(7), Duration.ofSeconds(10), CollectRequest.Mode.REMOVE, Optional.empty());

  /**
   * Checks the durations.
   *
   * @throws IllegalArgumentException if the age is less than {@link #LEAST_AGE}, or there is no
   *     time
   */
  public CollectOptions {
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(after, "after");
    if (olderThan.compareTo(LEAST_AGE) < 0) {
      throw new IllegalArgumentException(
          "slots must have been released at least " + LEAST_AGE + " ago, not " + olderThan);
    }
    if (atMost.isNegative() || atMost.isZero()) {
      throw new IllegalArgumentException("there must be some time, not " + atMost);
    }
  }
}

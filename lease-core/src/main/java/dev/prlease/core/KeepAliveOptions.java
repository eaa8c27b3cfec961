package dev.prlease.core;

import java.time.Duration;

/**
 * How a lease is kept.
 *
 * @param killGrace how long before the deadline a loss is declared
 * @param maximumHold after which the keeper stops by itself, so that a task that hangs does not
 *     hold the lease for ever (lesson L31); more than zero
 */
public record KeepAliveOptions(KillGrace killGrace, Duration maximumHold) {
  /** The longest maximum hold: 365 days. */
  public static final Duration LONGEST_HOLD = Duration.ofDays(365);

  /** No grace, and 24 hours. */
  public static final KeepAliveOptions DEFAULTS =
      new KeepAliveOptions(KillGrace.NONE, Duration.ofDays(1));

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if {@code maximumHold} is not within (0, 365 days]
   */
  public KeepAliveOptions {
    if (maximumHold.isNegative()
        || maximumHold.isZero()
        || maximumHold.compareTo(LONGEST_HOLD) > 0) {
      throw new IllegalArgumentException(
          "maximum hold must be more than zero and at most 365 days, not " + maximumHold);
    }
  }

  /** The same with another grace. */
  public KeepAliveOptions withKillGrace(KillGrace grace) {
    return new KeepAliveOptions(grace, maximumHold);
  }

  /** The same with another maximum hold. */
  public KeepAliveOptions withMaximumHold(Duration hold) {
    return new KeepAliveOptions(killGrace, hold);
  }
}

package dev.prlease.core;

import java.time.Duration;

/**
 * How an acquire waits for a lease that another session holds.
 *
 * @param timeout for how long at most, measured in ticks; zero for one try
 * @param poll how often to look, jittered downwards; a store that tells of changes is looked at
 *     sooner, but never later
 */
public record WaitOptions(Duration timeout, Duration poll) {
  /** One second. */
  public static final Duration DEFAULT_POLL = Duration.ofSeconds(1);

  /** The shortest poll: 10 ms. */
  public static final Duration MIN_POLL = Duration.ofMillis(10);

  /** The longest timeout: 365 days. */
  public static final Duration MAX_TIMEOUT = Duration.ofDays(365);

  /**
   * Checks the ranges; a longer timeout is cut to {@link #MAX_TIMEOUT}.
   *
   * @throws IllegalArgumentException if the timeout is negative or the poll under 10 ms
   */
  public WaitOptions {
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("timeout must not be negative, but is " + timeout);
    }
    if (poll.compareTo(MIN_POLL) < 0) {
      throw new IllegalArgumentException("poll must be at least 10 ms, not " + poll);
    }
    timeout = timeout.compareTo(MAX_TIMEOUT) > 0 ? MAX_TIMEOUT : timeout;
  }

  /** Waits up to {@code timeout}, looking about every second. */
  public static WaitOptions upTo(Duration timeout) {
    return new WaitOptions(timeout, DEFAULT_POLL);
  }
}

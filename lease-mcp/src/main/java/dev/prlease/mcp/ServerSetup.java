package dev.prlease.mcp;

import dev.prlease.spi.Clock;
import dev.prlease.spi.Scheduler;
import java.time.Duration;

/**
 * How a server is set up.
 *
 * @param version what it tells its clients of itself
 * @param idle for how long a lease is kept after the last tool call of its session; more than zero
 * @param scheduler on whose pool tool calls run, two threads each at most, and timers of idle
 *     leases; the host closes it
 * @param clock whose ticks count the idle time
 */
public record ServerSetup(String version, Duration idle, Scheduler scheduler, Clock clock) {
  /** How long an idle task's leases are kept if nothing else is said: 30 minutes. */
  public static final Duration USUAL_IDLE = Duration.ofMinutes(30);

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if {@code idle} is not more than zero
   */
  public ServerSetup {
    if (idle.isNegative() || idle.isZero()) {
      throw new IllegalArgumentException("idle must be more than zero, not " + idle);
    }
  }
}

package dev.prlease.api;

import java.time.Duration;
import java.util.Optional;

/**
 * A waiting acquire gave up: the lease was held by another session the whole time.
 *
 * <p><b>What to do:</b> stand down, or wait longer.
 */
public final class WaitTimeoutException extends LeaseException {
  private static final long serialVersionUID = 1L;

  private final transient AlreadyHeldException lastSeen;

  /** Waited {@code waited}; {@code lastSeen} is the last refusal. */
  public WaitTimeoutException(LeaseKey key, Duration waited, AlreadyHeldException lastSeen) {
    super(
        "wait-timeout",
        Optional.of(key),
        "timed out after " + Text.span(waited) + " of waiting: " + lastSeen.getMessage(),
        lastSeen.nextStep(),
        lastSeen);
    this.lastSeen = lastSeen;
  }

  /** The last refusal. */
  public AlreadyHeldException lastSeen() {
    return lastSeen;
  }
}

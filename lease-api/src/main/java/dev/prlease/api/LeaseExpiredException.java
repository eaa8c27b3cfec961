package dev.prlease.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The session's own lease lapsed before the action, or is about to.
 *
 * <p><b>What to do:</b> acquire again before going on; a renewal never revives an expired lease.
 * Keep long work alive with a keeper, or take a longer TTL.
 */
public final class LeaseExpiredException extends LeaseException {
  private static final long serialVersionUID = 1L;

  private final Instant expiredAt;

  /** {@code session}'s lease on {@code key} ended at {@code expiredAt}. */
  public LeaseExpiredException(LeaseKey key, SessionId session, Instant expiredAt) {
    this(
        key,
        expiredAt,
        "the lease of session " + session + " on " + key + " expired at " + expiredAt,
        "Acquire the lease again before going on. For long work keep it alive, or take a longer TTL.");
  }

  private LeaseExpiredException(LeaseKey key, Instant expiredAt, String message, String nextStep) {
    super("expired", Optional.of(key), message, nextStep, null);
    this.expiredAt = expiredAt;
  }

  /** The lease is live, but has less time left than the action needs. */
  public static LeaseExpiredException tooShort(
      LeaseKey key, SessionId session, Instant expiresAt, Duration needed) {
    return new LeaseExpiredException(
        key,
        expiresAt,
        "the lease of session "
            + session
            + " on "
            + key
            + " ends at "
            + expiresAt
            + ", too soon: "
            + Text.span(needed)
            + " are needed",
        "Renew it, with a longer TTL if need be, and try again.");
  }

  /** When it ended, or will. */
  public Instant expiredAt() {
    return expiredAt;
  }
}

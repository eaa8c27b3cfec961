package dev.prlease.core.claim;

import dev.prlease.api.LeaseRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * The time that a claim is judged by.
 *
 * @param now what the clock says
 * @param uncertainty by how much it may be off
 */
public record ClaimTime(Instant now, Duration uncertainty) {
  /** Refuses null. */
  public ClaimTime {
    Objects.requireNonNull(now, "now");
    Objects.requireNonNull(uncertainty, "uncertainty");
  }

  /** A time that is exact. */
  public static ClaimTime exactly(Instant now) {
    return new ClaimTime(now, Duration.ZERO);
  }

  /** The owner counts itself out at {@code expiresAt - uncertainty} (rule P10). */
  public boolean isOverForOwner(LeaseRecord record) {
    return !now.plus(uncertainty).isBefore(record.expiresAt());
  }

  /** Others wait until {@code expiresAt + uncertainty} (rule P10). */
  public boolean isOverForOthers(LeaseRecord record) {
    return isCertainlyPast(record.expiresAt());
  }

  /** Whether {@code time} is past, however wrong the clock is. */
  public boolean isCertainlyPast(Instant time) {
    return !now.minus(uncertainty).isBefore(time);
  }

  /** Whether {@code time} may be past. */
  public boolean isPerhapsPast(Instant time) {
    return !now.plus(uncertainty).isBefore(time);
  }
}

package dev.prlease.core;

import dev.prlease.api.LeaseRecord;
import java.time.Duration;
import java.time.Instant;

/**
 * Until when a record holds for its owner: by wall time and by ticks, whichever is over first (rule
 * P12). A clock set back does not extend it, and a sleep does not hide its end. A clock set back so
 * far that others disbelieve the record (rule P9) ends it too: they may reclaim it.
 *
 * @param credibleFrom before that time the record is from too far in the future
 */
record Validity(Instant credibleFrom, Instant expiresAt, long ticksAtEnd) {
  /** Enough to be over, and far from any overflow. */
  private static final Duration LONG_OVER = Duration.ofDays(-1);

  /**
   * @param record as sent, or as read
   * @param at before it was sent, or before it was read
   */
  static Validity of(LeaseRecord record, Moment at) {
    Duration left = Duration.between(at.wall(), record.expiresAt());
    left = Durations.min(left, record.ttl().duration());
    left = Durations.max(left, LONG_OVER);
    return new Validity(
        credibleFrom(record.acquiredAt()), record.expiresAt(), at.ticks() + left.toNanos());
  }

  private static Instant credibleFrom(Instant acquiredAt) {
    return acquiredAt.isAfter(Instant.MIN.plus(Judge.FARTHEST_FUTURE))
        ? acquiredAt.minus(Judge.FARTHEST_FUTURE)
        : Instant.MIN;
  }

  /**
   * What is left for the owner, who counts itself out early by the clock's uncertainty (rule P10);
   * zero or negative when over.
   */
  Duration remaining(Moment now) {
    if (Duration.between(credibleFrom, now.wall()).compareTo(now.uncertainty()) < 0) {
      return LONG_OVER;
    }
    Duration byWall = Duration.between(now.wall(), expiresAt);
    Duration byTicks = Duration.ofNanos(ticksAtEnd - now.ticks());
    return Durations.min(byWall, byTicks).minus(now.uncertainty());
  }

  boolean isOver(Moment now) {
    return !Durations.isPositive(remaining(now));
  }

  // By hand, as all that is compared on the way of every command.
  @Override
  public boolean equals(Object other) {
    return other instanceof Validity validity
        && ticksAtEnd == validity.ticksAtEnd
        && credibleFrom.equals(validity.credibleFrom)
        && expiresAt.equals(validity.expiresAt);
  }

  @Override
  public int hashCode() {
    return 31 * expiresAt.hashCode() + Long.hashCode(ticksAtEnd);
  }
}

package dev.prlease.core;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.Ttl;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/**
 * Until when a record holds for its owner: by wall time and by ticks, whichever is over first (rule
 * P12). A clock set back does not extend it, and a sleep does not hide its end. A clock set back so
 * far that others disbelieve the record (rule P9) ends it too: they may reclaim it.
 *
 * @param acquiredAt the record's own; a wall clock more than 24 h before it makes others disbelieve
 *     the record
 */
record Validity(Instant acquiredAt, Ttl ttl, long ticksAtEnd) {
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
    return new Validity(record.acquiredAt(), record.ttl(), at.ticks() + left.toNanos());
  }

  /** Whether these are the times of {@code record}. */
  boolean isOf(LeaseRecord record) {
    return acquiredAt.equals(record.acquiredAt()) && ttl.equals(record.ttl());
  }

  /** By wall time, as {@link LeaseRecord#expiresAt()}; not kept, since it follows from the rest. */
  Instant expiresAt() {
    try {
      return acquiredAt.plusSeconds(ttl.seconds());
    } catch (DateTimeException | ArithmeticException tooFar) {
      return Instant.MAX;
    }
  }

  /**
   * What is left for the owner, who counts itself out early by the clock's uncertainty (rule P10);
   * zero or negative when over.
   */
  Duration remaining(Moment now) {
    Duration ahead = Duration.between(now.wall(), acquiredAt).plus(now.uncertainty());
    if (ahead.compareTo(Judge.FARTHEST_FUTURE) > 0) {
      return LONG_OVER; // as others see it
    }
    Duration byWall = Duration.between(now.wall(), expiresAt());
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
        && acquiredAt.equals(validity.acquiredAt)
        && ttl.equals(validity.ttl);
  }

  @Override
  public int hashCode() {
    return 31 * acquiredAt.hashCode() + Long.hashCode(ticksAtEnd);
  }
}

package dev.prlease.store.etcd;

import java.time.Duration;
import java.time.Instant;

/**
 * The time that a member told.
 *
 * @param told cut to {@link ClusterTime#RESOLUTION}
 * @param asked when it was asked, in the machine's ticks
 * @param answered when it had answered, in the same
 */
record MemberTime(EtcdEndpoint member, Instant told, long asked, long answered) {
  /**
   * By how much the member's clock is ahead of that of {@code other} at least, whenever either was
   * read between question and answer, and whatever was cut off; negative if it need not be.
   */
  Duration aheadOf(MemberTime other) {
    Duration earliest = Duration.between(other.told, told).minusNanos(answered - other.asked);
    return earliest.minus(ClusterTime.RESOLUTION);
  }
}

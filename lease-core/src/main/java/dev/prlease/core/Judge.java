package dev.prlease.core;

import dev.prlease.api.CorruptRecordException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.UnsupportedVersionException;
import java.time.Duration;
import java.util.Optional;

/** What time makes of a record. Pure functions; nothing here reads a clock or a store. */
final class Judge {
  /** How far ahead of us a record's clock may be before we stop believing it (rule P9). */
  static final Duration FARTHEST_FUTURE = Duration.ofDays(1);

  private Judge() {}

  /**
   * The slot as core sees it: a record that was acquired more than 24 h in the future is unreadable
   * (rule P9). A clock that does not know the time disbelieves nobody.
   */
  static LeaseSlot seen(LeaseSlot slot, Moment now) {
    if (slot instanceof LeaseSlot.Held held && isFromTheFuture(held.record(), now)) {
      return new LeaseSlot.Unreadable(
          held.version(),
          LeaseSlot.Defect.FROM_THE_FUTURE,
          "acquired at " + held.record().acquiredAt() + ", more than 24 hours from now",
          held.writeId());
    }
    return slot;
  }

  private static boolean isFromTheFuture(LeaseRecord record, Moment now) {
    return Duration.between(now.wall(), record.acquiredAt())
            .compareTo(FARTHEST_FUTURE.plus(now.uncertainty()))
        > 0;
  }

  /** The owner counts itself out at {@code expiresAt - uncertainty} (rule P10). */
  static boolean isOverForOwner(LeaseRecord record, Moment now) {
    return remaining(record, now).compareTo(now.uncertainty()) <= 0;
  }

  /** Others wait until {@code expiresAt + uncertainty} (rule P10). */
  static boolean isOverForOthers(LeaseRecord record, Moment now) {
    return !Durations.isPositive(remaining(record, now).plus(now.uncertainty()));
  }

  private static Duration remaining(LeaseRecord record, Moment now) {
    return Duration.between(now.wall(), record.expiresAt());
  }

  /** How a lease stands for anyone but its owner. */
  static LeaseStatus.State state(LeaseSlot slot, Moment now) {
    LeaseSlot seen = seen(slot, now);
    if (seen instanceof LeaseSlot.Held held) {
      return isOverForOthers(held.record(), now)
          ? LeaseStatus.State.EXPIRED
          : LeaseStatus.State.HELD;
    }
    return seen instanceof LeaseSlot.Unreadable
        ? LeaseStatus.State.UNREADABLE
        : LeaseStatus.State.FREE;
  }

  /** The same, with what it was judged from. */
  static LeaseStatus status(Optional<LeaseKey> key, LeaseSlot slot, Moment now, String store) {
    return new LeaseStatus(key, state(slot, now), seen(slot, now), now.wall(), store);
  }

  /** The error that tells of an unreadable slot. */
  static LeaseException unreadable(LeaseKey key, LeaseSlot.Unreadable slot) {
    return slot.defect() == LeaseSlot.Defect.UNSUPPORTED_VERSION
        ? new UnsupportedVersionException(key, slot.reason())
        : new CorruptRecordException(key, slot.reason());
  }
}

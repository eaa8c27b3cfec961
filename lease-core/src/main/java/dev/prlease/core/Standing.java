package dev.prlease.core;

import dev.prlease.api.KeyMismatchException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.NotOwnerException;

/**
 * What a slot means to a handle, but for the time: whether the record is over is for {@link
 * Validity} to say, which knows ticks too.
 */
sealed interface Standing {
  /** The record is of the handle's holding. */
  record Ours(LeaseRecord record) implements Standing {}

  /** There is no record. */
  record None() implements Standing {}

  /** Another session's record, live or not. */
  record Foreign(LeaseRecord record) implements Standing {}

  /** A later holding of the same session. */
  record Superseded(LeaseRecord record) implements Standing {}

  /** It cannot be read. */
  record Unreadable(LeaseSlot.Unreadable slot) implements Standing {}

  /** A record of another key (rule P8). */
  record Mismatch(LeaseRecord record) implements Standing {}

  /**
   * Judges {@code slot}. A record whose fence an older program dropped is its session's (rule P14).
   * Where keys share slots, another key's record is as good as none once it is over (rule P8).
   */
  static Standing of(LeaseSlot slot, Identity identity, Moment now, SlotSharing sharing) {
    LeaseSlot seen = Judge.seen(slot, now);
    if (slot instanceof LeaseSlot.Held held && !held.record().key().equals(identity.key())) {
      if (sharing == SlotSharing.EXCLUSIVE) {
        return new Mismatch(held.record());
      }
      if (seen instanceof LeaseSlot.Held) {
        return Judge.isOverForOthers(held.record(), now) ? new None() : new Mismatch(held.record());
      }
    }
    if (seen instanceof LeaseSlot.Unreadable unreadable) {
      return new Unreadable(unreadable);
    }
    if (!(seen instanceof LeaseSlot.Held held)) {
      return new None();
    }
    LeaseRecord record = held.record();
    if (!record.owner().equals(identity.session())) {
      return new Foreign(record);
    }
    return identity.mayBeOf(record) ? new Ours(record) : new Superseded(record);
  }

  /** Why a handle that stands so may not act. */
  static LeaseException refusal(Standing standing, Identity identity, String store) {
    if (standing instanceof Foreign foreign) {
      return NotOwnerException.foreign(identity.key(), identity.session(), foreign.record());
    }
    if (standing instanceof Superseded later) {
      return NotOwnerException.superseded(identity.key(), identity.session(), later.record());
    }
    if (standing instanceof Ours stale) {
      return NotOwnerException.superseded(identity.key(), identity.session(), stale.record());
    }
    if (standing instanceof Mismatch mismatch) {
      return new KeyMismatchException(identity.key(), mismatch.record(), store);
    }
    if (standing instanceof Unreadable unreadable) {
      return Judge.unreadable(identity.key(), unreadable.slot());
    }
    return NotOwnerException.none(identity.key(), identity.session());
  }
}

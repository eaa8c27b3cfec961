package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;

/** Rule P1: vacant, reclaimable or ours is acquired; anything else is held. */
final class PullRequestPolicy implements AcquirePolicy {
  static final PullRequestPolicy INSTANCE = new PullRequestPolicy();

  private PullRequestPolicy() {}

  @Override
  public Disposition judge(LeaseSlot slot, Contender contender, Moment now) {
    if (slot instanceof LeaseSlot.Held held && !held.record().key().equals(contender.key())) {
      return judgeStranger(held, contender.sharing(), now);
    }
    LeaseSlot seen = Judge.seen(slot, now);
    if (seen instanceof LeaseSlot.Held held) {
      return judgeRecord(held.record(), contender, now);
    }
    return seen instanceof LeaseSlot.Unreadable unreadable
        ? new Disposition.ReclaimUnreadable(unreadable)
        : new Disposition.Free();
  }

  private static Disposition judgeRecord(LeaseRecord record, Contender contender, Moment now) {
    if (record.owner().equals(contender.session())) {
      return Judge.isOverForOwner(record, now)
          ? new Disposition.ReclaimExpired(record)
          : new Disposition.Ours(record);
    }
    return Judge.isOverForOthers(record, now)
        ? new Disposition.ReclaimExpired(record)
        : new Disposition.HeldByOther(record);
  }

  /**
   * A record of another key: in the way, unless the store mixes keys and it is over (rule P8). A
   * claim is always in the way: its expiry frees nothing.
   */
  private static Disposition judgeStranger(LeaseSlot.Held held, SlotSharing sharing, Moment now) {
    if (sharing == SlotSharing.EXCLUSIVE || held.record().key().kind() == LeaseKey.Kind.ISSUE) {
      return new Disposition.Mismatch(held.record());
    }
    if (Judge.seen(held, now) instanceof LeaseSlot.Unreadable unreadable) {
      return new Disposition.ReclaimUnreadable(unreadable);
    }
    return Judge.isOverForOthers(held.record(), now)
        ? new Disposition.ReclaimExpired(held.record())
        : new Disposition.Mismatch(held.record());
  }
}

package dev.prlease.core;

import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The records that a handle sent, as far as they may be in the slot, settled or not: by them it
 * knows what an older program left of one, and puts back what that dropped (rule P14). Guarded by
 * its owner's monitor.
 */
final class OwnRecords {
  /** More writes than this are not without an answer at once. */
  private static final int MOST = 64;

  private final Optional<GrantId> signature;
  private final Validity found;
  private LeaseRecord complete;

  /** Oldest first; replaced as a whole, since nearly always there is one. */
  private List<Validity> sent;

  /**
   * @param signature the grant that the records carry; empty where an older program dropped what a
   *     handle attached to
   * @param first as it stood in the slot when the handle was made
   */
  OwnRecords(Optional<GrantId> signature, LeaseRecord first, Validity validity) {
    this.signature = signature;
    this.complete =
        signature.isEmpty() || signature.equals(first.grantId())
            ? first
            : first.withGrantId(signature.get());
    this.found = validity;
    this.sent = List.of(validity);
  }

  /**
   * Takes down the times of records that are about to be sent, or that another handle sent. If
   * there are too many, the oldest are forgotten, but never those of {@code known}, which is in the
   * slot for all that is known.
   */
  void addAll(List<Validity> more, LeaseRecord known) {
    List<Validity> all = new ArrayList<>(sent);
    all.addAll(more);
    for (int i = 0; i < all.size() && all.size() > MOST; ) {
      if (all.get(i).isOf(known)) {
        i++;
      } else {
        all.remove(i);
      }
    }
    sent = List.copyOf(all);
  }

  /** The times of what was sent, and of what was there when the handle was made. */
  List<Validity> times() {
    return sent;
  }

  /** The times of what was sent since. */
  List<Validity> timesOfWrites() {
    return sent.stream().filter(each -> !each.equals(found)).toList();
  }

  /** The record was not written and never will be. */
  void forget(LeaseRecord record) {
    List<Validity> left = new ArrayList<>(sent);
    for (int i = left.size() - 1; i >= 0; i--) {
      if (left.get(i).isOf(record)) {
        left.remove(i);
        break;
      }
    }
    sent = List.copyOf(left);
  }

  /** The record was written: what was sent before is in the slot no more. */
  void written(LeaseRecord record) {
    complete = record;
    int first = 0;
    while (first < sent.size() && !sent.get(first).isOf(record)) {
      first++;
    }
    if (first > 0 && first < sent.size()) {
      sent = List.copyOf(sent.subList(first, sent.size()));
    }
  }

  /** Whether a record has times that this handle sent. */
  boolean sentTimesOf(LeaseRecord record) {
    return validityOf(record).isPresent()
        || (complete.acquiredAt().equals(record.acquiredAt())
            && complete.ttl().equals(record.ttl()));
  }

  /** Until when a record with these times holds, if they were sent. */
  Optional<Validity> validityOf(LeaseRecord record) {
    for (Validity own : sent) {
      if (own.isOf(record)) {
        return Optional.of(own);
      }
    }
    return Optional.empty();
  }

  /** {@code record} with what an older program dropped put back. */
  LeaseRecord restored(LeaseRecord record, Identity identity) {
    return new LeaseRecord(
        record.key(),
        record.owner(),
        record.acquiredAt(),
        record.ttl(),
        record.fence().isPresent() ? record.fence() : identity.fence(),
        signature.or(record::grantId),
        record.grantedAt().or(complete::grantedAt),
        record.holder().or(complete::holder),
        record.head().or(complete::head),
        record.claim().or(complete::claim));
  }

  /**
   * Whether {@code record} is one of this handle's that lacks what an older program drops, and a
   * renewal restores.
   */
  boolean hasLostFields(LeaseRecord record) {
    boolean lost =
        (record.grantId().isEmpty() && signature.isPresent())
            || (record.holder().isEmpty() && complete.holder().isPresent());
    return lost && sentTimesOf(record);
  }
}

package dev.prlease.core;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.Ttl;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The times of the records that a handle sent and that may be in the slot, settled or not: what an
 * older program leaves of a record is known by them (rule P14). Guarded by its owner's monitor.
 */
final class SentTimes {
  /** A record's own times, and until when it holds by the clock that they were read from. */
  private record Sent(Instant acquiredAt, Ttl ttl, Validity validity) {
    boolean isOf(LeaseRecord record) {
      return acquiredAt.equals(record.acquiredAt()) && ttl.equals(record.ttl());
    }
  }

  /** More writes than this are not without an answer at once. */
  private static final int MOST = 64;

  private final Deque<Sent> sent = new ArrayDeque<>(2);

  /**
   * Takes down the times of {@code record}, sent no earlier than {@code at}. If there are too many,
   * the oldest are forgotten, but never those of {@code known}, which is in the slot for all that
   * is known.
   */
  void add(LeaseRecord record, Validity validity, LeaseRecord known) {
    add(new Sent(record.acquiredAt(), record.ttl(), validity), known);
  }

  /** Takes down the times that {@code other} had. */
  void addAll(SentTimes other, LeaseRecord known) {
    List.copyOf(other.sent).forEach(each -> add(each, known));
  }

  private void add(Sent times, LeaseRecord known) {
    if (sent.size() >= MOST) {
      Iterator<Sent> oldest = sent.iterator();
      while (oldest.hasNext()) {
        if (!oldest.next().isOf(known)) {
          oldest.remove();
          break;
        }
      }
    }
    sent.add(times);
  }

  /** The record was not written and never will be. */
  void forget(LeaseRecord record) {
    Iterator<Sent> newest = sent.descendingIterator();
    while (newest.hasNext()) {
      if (newest.next().isOf(record)) {
        newest.remove();
        return;
      }
    }
  }

  /** The record was written: what was sent before is in the slot no more. */
  void forgetBefore(LeaseRecord record) {
    if (isOf(record)) {
      while (!sent.getFirst().isOf(record)) {
        sent.removeFirst();
      }
    }
  }

  boolean isOf(LeaseRecord record) {
    return validityOf(record).isPresent();
  }

  /** Until when a record with these times holds, if they were sent. */
  Optional<Validity> validityOf(LeaseRecord record) {
    for (Sent own : sent) {
      if (own.isOf(record)) {
        return Optional.of(own.validity());
      }
    }
    return Optional.empty();
  }

  SentTimes copy() {
    SentTimes copy = new SentTimes();
    copy.sent.addAll(sent);
    return copy;
  }
}

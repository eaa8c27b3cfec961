package dev.prlease.core;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Remembers acquisitions that ended without anybody knowing whether they landed, and gives the
 * grant back if it turns up (rule P7, lesson L38): nobody has a handle on it, and without this it
 * would block the key until its TTL is over.
 *
 * <p>Thread-safe.
 */
final class LooseEnds {
  private static final Duration FIRST_LOOK = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /**
   * @param since after the write went unanswered: the store's bound counts from its call
   */
  private record LooseEnd(
      Write write, LeaseRecord record, Optional<LeaseRecord> sameHolding, Moment since) {
    LeaseKey key() {
      return record.key();
    }

    SessionId session() {
      return record.owner();
    }

    boolean isIn(LeaseSlot slot) {
      return write.isShownBy(slot) || write.lostFieldsIn(slot);
    }
  }

  private final Core core;
  private final Set<LooseEnd> ends = new LinkedHashSet<>(); // guarded by this

  LooseEnds(Core core) {
    this.core = core;
  }

  /**
   * Remembers {@code write}, which would have made {@code record}.
   *
   * @param sameHolding what it replaced, if that was an earlier grant of the same holding: others
   *     may act under that one
   */
  void remember(Write write, LeaseRecord record, Optional<LeaseRecord> sameHolding) {
    LooseEnd end = new LooseEnd(write, record, sameHolding, core.now());
    synchronized (this) {
      ends.add(end);
    }
    lookLater(end, 0);
  }

  /** Somebody has a handle on what {@code slot} shows after all: it is not given back. */
  synchronized void claim(LeaseSlot.Held slot) {
    ends.removeIf(
        end ->
            end.isIn(slot)
                || (slot.record().grantId().isPresent()
                    && slot.record().grantId().equals(end.record().grantId())));
  }

  private void lookLater(LooseEnd end, int looks) {
    core.later(
        Jitter.ceiling(looks, FIRST_LOOK, LONGEST_PAUSE),
        () -> core.storeLane().submit(() -> look(end, looks)));
  }

  private void look(LooseEnd end, int looks) {
    synchronized (this) {
      if (!ends.contains(end)) {
        return;
      }
    }
    if (isTied(end)) {
      forget(end);
    } else {
      lookLater(end, looks + 1);
    }
  }

  /** Gives the grant back if it is there; true if it is not there and never will be. */
  private boolean isTied(LooseEnd end) {
    Duration bound = core.store().lateWriteBound();
    Duration age = core.now().since(end.since());
    if (age.compareTo(bound.plus(end.record().ttl().duration())) > 0) {
      return true; // it expired by itself
    }
    try {
      LeaseSlot slot = core.store().load(end.key());
      boolean landsNoMore = age.compareTo(bound) >= 0 || !end.write().mayLandOn(slot.version());
      boolean isThere =
          end.write().isShownBy(slot) || (landsNoMore && end.write().lostFieldsIn(slot));
      if (isThere && end.write().restored(slot) instanceof LeaseSlot.Held held) {
        return giveBack(end, held);
      }
      return landsNoMore;
    } catch (LeaseException failed) {
      return false;
    }
  }

  private boolean giveBack(LooseEnd end, LeaseSlot.Held held) {
    Exchange exchange =
        core.store()
            .compareAndExchange(
                end.key(), Expected.exactly(held.version()), undoing(end, held.record()));
    if (exchange instanceof Exchange.Swapped && end.sameHolding().isEmpty()) {
      core.audit()
          .record(
              AuditEvent.Type.RELEASED,
              held.record(),
              Audit.details("how", "a grant whose answer was lost was given back"));
    }
    return exchange instanceof Exchange.Swapped;
  }

  /**
   * Vacates the slot; or hands it back to the earlier grant of the holding, so that its handles can
   * renew and free it again. The times stay, since those handles may have seen them.
   */
  private Change undoing(LooseEnd end, LeaseRecord record) {
    return end.sameHolding()
        .map(
            before ->
                Change.hold(
                    new LeaseRecord(
                        record.key(),
                        record.owner(),
                        record.acquiredAt(),
                        record.ttl(),
                        record.fence(),
                        before.grantId(),
                        record.grantedAt(),
                        before.holder(),
                        record.head(),
                        record.claim())))
        .orElseGet(() -> GivingUp.change(record, core.now()));
  }

  private synchronized void forget(LooseEnd end) {
    ends.remove(end);
  }

  /** One last try for each; what still cannot be settled ends with its TTL. */
  void close() {
    List<LooseEnd> left;
    synchronized (this) {
      left = new ArrayList<>(ends);
      ends.clear();
    }
    for (LooseEnd end : left) {
      if (!isTied(end)) {
        Log.CORE.warn(
            "the outcome of a write to {} by session {} is still unknown: if it landed, the lease"
                + " ends at {}",
            end.key(),
            end.session(),
            end.record().expiresAt());
      }
    }
  }
}

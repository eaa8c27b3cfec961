package dev.prlease.core;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * An operator ends whatever is in a slot: exactly what was shown, never a later grant (rule P15).
 *
 * <p>A break leaves no trace in the slot once somebody else has written it. So one that was not
 * answered, and was overwritten before the settling look, is recorded by what can still be told:
 * what was shown is gone, or that is not known (rule P7).
 */
final class Breaking {
  private final Core core;

  Breaking(Core core) {
    this.core = core;
  }

  BrokenLease breakLease(LeaseKey key, SessionId operator, String reason) {
    LeaseStatus before = core.status(Optional.of(key), core.store().load(key));
    if (before.slot() instanceof LeaseSlot.Vacant) {
      throw NotOwnerException.none(key, operator);
    }
    return end(key, operator, reason, before);
  }

  /** Ends the grant that {@code shown} is of, and no other. */
  BrokenLease breakLease(LeaseRecord shown, SessionId operator, String reason) {
    LeaseKey key = shown.key();
    LeaseStatus before = core.status(Optional.of(key), core.store().load(key));
    if (before.slot() instanceof LeaseSlot.Vacant) {
      throw NotOwnerException.none(key, operator);
    }
    if (!(before.slot() instanceof LeaseSlot.Held held) || !isSameGrant(shown, held.record())) {
      throw Contention.after(1, key, before.slot());
    }
    return end(key, operator, reason, before);
  }

  /** What an older program wrote has no grant: its times tell then. */
  private static boolean isSameGrant(LeaseRecord shown, LeaseRecord found) {
    return shown.key().equals(found.key())
        && shown.owner().equals(found.owner())
        && shown.grantId().equals(found.grantId())
        && (shown.grantId().isPresent() || shown.acquiredAt().equals(found.acquiredAt()));
  }

  private BrokenLease end(LeaseKey key, SessionId operator, String reason, LeaseStatus before) {
    BrokenLease broken = new BrokenLease(before, mayActUntil(before));
    Conversation<Write> conversation = new Conversation<>(core, key);
    try {
      Certainty certainty = exchangeUntilBroken(key, operator, before, conversation);
      recordBreak(key, operator, reason, broken, certainty);
      return broken;
    } catch (LeaseStoreException failed) {
      LeaseStoreException told = conversation.unknownIfLoose(failed);
      if (told.outcome() == LeaseStoreException.Outcome.UNKNOWN) {
        recordBreak(key, operator, reason, broken, Certainty.UNKNOWN);
      }
      throw told;
    }
  }

  /** How sure it is that a break ended what it was shown. */
  private enum Certainty {
    /** Its own write shows. */
    CERTAIN,
    /** What it was shown is gone, by a write of its own that was not answered or by another's. */
    GONE,
    /** It may have. */
    UNKNOWN
  }

  private Certainty exchangeUntilBroken(
      LeaseKey key, SessionId operator, LeaseStatus before, Conversation<Write> conversation) {
    LeaseSlot current = before.slot();
    for (int refusals = 0; refusals < Core.MOST_REFUSALS; refusals++) {
      if (!isSameContent(before.slot(), current)) {
        if (conversation.mayHaveLanded()) {
          return certaintyAfter(key, before.slot(), current);
        }
        if (current instanceof LeaseSlot.Vacant) {
          throw NotOwnerException.none(key, operator);
        }
        throw Contention.after(refusals, key, current);
      }
      core.pauseAfterRefusals(refusals);
      Moment now = core.now();
      Change change = Change.vacate(Fence.at(now.wall()));
      boolean keepCopy =
          before.state() == LeaseStatus.State.UNREADABLE || isStranger(key, before.slot());
      Conversation.Answer<Write> answer =
          conversation.exchange(
              new Write.Plain(
                  Expected.exactly(current.version()),
                  keepCopy ? change.archiving() : change,
                  now));
      if (answer instanceof Conversation.Answer.Swapped<Write>) {
        return Certainty.CERTAIN;
      }
      current = Judge.seen(answer.slot(), core.now());
    }
    throw Contention.after(Core.MOST_REFUSALS, key, current);
  }

  /** A break was not answered, and something else is in the slot by now. */
  private static Certainty certaintyAfter(LeaseKey key, LeaseSlot shown, LeaseSlot found) {
    if (!mayBeSameHolding(shown, found)) {
      return Certainty.GONE;
    }
    if (found.fence().isPresent()) {
      throw Contention.after(1, key, found); // the holding lives on: it was not broken
    }
    throw LeaseStoreException.outcomeUnknown(
        key,
        "the break of " + key + " was not answered, and an older program wrote it since",
        null);
  }

  /** A renewal keeps the fence, and an older program drops it. */
  private static boolean mayBeSameHolding(LeaseSlot shown, LeaseSlot found) {
    return shown instanceof LeaseSlot.Held before
        && found instanceof LeaseSlot.Held now
        && before.record().owner().equals(now.record().owner())
        && (before.fence().equals(now.fence()) || !now.fence().isPresent());
  }

  private static Optional<Instant> mayActUntil(LeaseStatus before) {
    return before.state() == LeaseStatus.State.HELD
        ? before.record().map(LeaseRecord::expiresAt)
        : Optional.empty();
  }

  private void recordBreak(
      LeaseKey key, SessionId operator, String reason, BrokenLease broken, Certainty certainty) {
    var details = Audit.details("reason", reason);
    if (certainty != Certainty.CERTAIN) {
      details.put("certainty", certainty.name().toLowerCase(Locale.ROOT));
    }
    broken.before().record().ifPresent(record -> details.putAll(Audit.describe(record)));
    broken
        .formerHolderMayActUntil()
        .ifPresent(until -> details.put("former_holder_may_act_until", Times.text(until)));
    core.audit().record(AuditEvent.Type.BROKEN, key, operator, details);
    if (broken.before().slot() instanceof LeaseSlot.Unreadable unreadable) {
      core.audit()
          .record(
              AuditEvent.Type.UNREADABLE_ARCHIVED,
              key,
              operator,
              Audit.details("reason", unreadable.reason()));
    }
  }

  /** Whether an exchange refused meanwhile changed nothing but times, or fields that got lost. */
  private static boolean isSameContent(LeaseSlot shown, LeaseSlot found) {
    if (shown instanceof LeaseSlot.Held before && found instanceof LeaseSlot.Held now) {
      return before.record().key().equals(now.record().key())
          && Operating.isSameGrant(before.record(), now.record());
    }
    return shown.version().equals(found.version());
  }

  private static boolean isStranger(LeaseKey key, LeaseSlot slot) {
    return slot instanceof LeaseSlot.Held held && !held.record().key().equals(key);
  }
}

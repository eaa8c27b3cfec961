package dev.prlease.core;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.KeyMismatchException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import java.time.Instant;
import java.util.Optional;

/**
 * What is done to a lease without a handle on it: adopt, and release by session. An adoption ends
 * exactly what it was shown and never a later grant (rule P15).
 */
final class Operating {
  private final Core core;
  private final LooseEnds looseEnds;

  Operating(Core core, LooseEnds looseEnds) {
    this.core = core;
    this.looseEnds = looseEnds;
  }

  /** What an adoption wrote, and the record that it replaced. */
  record Adopted(LeaseSlot.Held slot, LeaseRecord from, Moment at) {}

  /** What an adoption makes of the record that it replaces. */
  @FunctionalInterface
  interface Succession {
    /**
     * What is written in the place of {@code current}.
     *
     * @param next the new holding as every lease has it
     */
    LeaseRecord successor(LeaseRecord current, LeaseRecord next);
  }

  Adopted adopt(LeaseKey key, SessionId from, SessionId to, Ttl ttl) {
    AcquirePolicy.checkIsThereFor(key);
    Adopted adopted = adopt(key, from, to, ttl, (current, next) -> next);
    recordAdoption(adopted.from(), adopted.slot().record());
    return adopted;
  }

  /** The same by the rules of {@code succession}; whoever asks records it. */
  Adopted adopt(LeaseKey key, SessionId from, SessionId to, Ttl ttl, Succession succession) {
    Limits.check(to);
    Conversation<Write> conversation = new Conversation<>(core, key);
    GrantId grantId = GrantId.random();
    LeaseSlot slot = core.store().load(key);
    LeaseRecord shown = liveOf(slot, key, from, core.now()).record();
    LeaseRecord written = shown;
    try {
      for (int refusals = 0; refusals < Core.MOST_REFUSALS; refusals++) {
        core.pauseAfterRefusals(refusals);
        // What lived before the pause may be over after it: it is judged by the time written.
        Moment now = core.now();
        LeaseSlot.Held current = liveOf(slot, key, from, now);
        if (!isSameGrant(shown, current.record())) {
          throw NotOwnerException.superseded(key, from, current.record());
        }
        if (core.inUse().test(current.record())) {
          throw new AlreadyHeldException(key, current.record(), core.store().location());
        }
        core.checkTtl(key, ttl, now);
        LeaseRecord next =
            succession.successor(
                current.record(), adopted(current.record(), to, ttl, grantId, now));
        written = next;
        Conversation.Answer<Write> answer =
            conversation.exchange(
                new Write.Plain(Expected.exactly(current.version()), Change.hold(next), now));
        if (answer instanceof Conversation.Answer.Swapped<Write> swapped
            && swapped.slot() instanceof LeaseSlot.Held held) {
          return new Adopted(held, current.record(), swapped.write().at());
        }
        slot = answer.slot();
      }
      throw Contention.after(Core.MOST_REFUSALS, key, slot);
    } catch (LeaseStoreException failed) {
      throw conversation.unknownIfLoose(failed);
    } finally {
      for (Write write : conversation.loose()) {
        looseEnds.remember(write, write.change().next().orElse(written), Optional.empty());
      }
    }
  }

  private LeaseRecord adopted(
      LeaseRecord record, SessionId to, Ttl ttl, GrantId grantId, Moment now) {
    Instant start = LeaseRecord.cut(now.wall());
    return new LeaseRecord(
        record.key(),
        to,
        start,
        ttl,
        record.fence().nextAtLeast(Fence.at(now.wall())),
        Optional.of(grantId),
        Optional.of(start),
        Optional.of(core.holder()),
        record.head(),
        record.claim());
  }

  private void recordAdoption(LeaseRecord from, LeaseRecord to) {
    core.audit()
        .record(
            AuditEvent.Type.ADOPTED,
            to,
            Audit.details(
                "from",
                from.owner().value(),
                "from_fence",
                from.fence().toString(),
                "former_holder_may_act_until",
                Times.text(from.expiresAt()),
                "expires_at",
                Times.text(to.expiresAt())));
  }

  /**
   * The slot, if {@code session} holds it live at {@code now}.
   *
   * @throws NotOwnerException if it holds nothing there
   * @throws LeaseExpiredException if its lease is over
   */
  LeaseSlot.Held liveOf(LeaseSlot slot, LeaseKey key, SessionId session, Moment now) {
    Identity anyHolding = Identity.anyHolding(key, session);
    Standing standing = Standing.of(slot, anyHolding, now, core.sharing());
    if (!(standing instanceof Standing.Ours ours) || !(slot instanceof LeaseSlot.Held held)) {
      throw Standing.refusal(standing, anyHolding, core.store().location());
    }
    core.checkTimeIsKnown(key, now);
    if (Judge.isOverForOwner(ours.record(), now)) {
      throw new LeaseExpiredException(key, session, ours.record().expiresAt());
    }
    return held;
  }

  /** Frees whatever {@code session} holds on {@code key}, live or expired. */
  boolean releaseSession(LeaseKey key, SessionId session) {
    Conversation<Write> conversation = new Conversation<>(core, key);
    try {
      Optional<LeaseRecord> freed = exchangeUntilFree(key, session, conversation);
      freed.ifPresent(
          record ->
              core.audit()
                  .record(
                      AuditEvent.Type.RELEASED, record, Audit.details("how", "by its session")));
      return freed.isPresent();
    } catch (LeaseStoreException failed) {
      throw conversation.unknownIfLoose(failed);
    }
  }

  /**
   * Returns the record that is gone, by a write of this or, if it was not answered, perhaps not.
   */
  private Optional<LeaseRecord> exchangeUntilFree(
      LeaseKey key, SessionId session, Conversation<Write> conversation) {
    LeaseSlot slot = core.store().load(key);
    Optional<LeaseRecord> last = Optional.empty();
    for (int refusals = 0; refusals < Core.MOST_REFUSALS; refusals++) {
      core.pauseAfterRefusals(refusals);
      Moment now = core.now();
      Identity anyHolding = Identity.anyHolding(key, session);
      Standing standing = Standing.of(slot, anyHolding, now, core.sharing());
      if (standing instanceof Standing.Mismatch mismatch) {
        throw new KeyMismatchException(key, mismatch.record(), core.store().location());
      }
      if (!(standing instanceof Standing.Ours ours)) {
        return conversation.mayHaveLanded() ? last : Optional.empty();
      }
      if (!Judge.isOverForOwner(ours.record(), now) && core.inUse().test(ours.record())) {
        throw AlreadyHeldException.atWork(key, ours.record(), core.store().location());
      }
      last = Optional.of(ours.record());
      Conversation.Answer<Write> answer =
          conversation.exchange(
              new Write.Plain(
                  Expected.exactly(slot.version()), GivingUp.change(ours.record(), now), now));
      if (answer instanceof Conversation.Answer.Swapped<Write>) {
        return last;
      }
      slot = answer.slot();
    }
    throw Contention.after(Core.MOST_REFUSALS, key, slot);
  }

  /** Whether {@code found} differs in times only, or in fields that got lost. */
  static boolean isSameGrant(LeaseRecord shown, LeaseRecord found) {
    if (!shown.owner().equals(found.owner())) {
      return false;
    }
    if (shown.grantId().isPresent() && found.grantId().isPresent()) {
      return shown.grantId().equals(found.grantId());
    }
    return shown.acquiredAt().equals(found.acquiredAt()) && shown.ttl().equals(found.ttl());
  }
}

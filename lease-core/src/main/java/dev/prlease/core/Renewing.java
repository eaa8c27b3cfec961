package dev.prlease.core;

import dev.prlease.api.ContentionException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.Ttl;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import java.util.Optional;

/** Renews live grants (rule P4), one at a time. */
final class Renewing {
  private final Core core;
  private final Holdings holdings;
  private final Looking looking;
  private final Ending ending;

  Renewing(Core core, Holdings holdings, Looking looking, Ending ending) {
    this.core = core;
    this.holdings = holdings;
    this.looking = looking;
    this.ending = ending;
  }

  /** One round trip if nobody wrote the slot since it was last seen. */
  void renew(GrantState grant, Optional<Ttl> ttl) {
    grant.turn().lock();
    try {
      LeaseEnd end = grant.end();
      if (end != null) {
        throw looking.refusalAfter(grant, end);
      }
      renewInTurn(grant, ttl);
    } finally {
      grant.turn().unlock();
    }
  }

  private void renewInTurn(GrantState grant, Optional<Ttl> ttl) {
    Conversation<Write> conversation = new Conversation<>(core, grant.identity().key());
    try {
      Known base = grant.known();
      if (!isRenewable(grant, base)) {
        base = liveOrLost(grant, looking.look(grant));
      }
      for (int refusals = 0; ; refusals++) {
        Renewal renewal = prepare(grant, base, ttl, refusals);
        Conversation.Answer<Write> answer = conversation.exchange(renewal.write());
        if (answer instanceof Conversation.Answer.Swapped<Write> swapped
            && swapped.slot() instanceof LeaseSlot.Held held) {
          finish(grant, base, held, swapped.write().at());
          return;
        }
        base = rebase(grant, renewal, answer.slot());
      }
    } catch (LeaseStoreException failed) {
      throw conversation.unknownIfLoose(failed);
    } finally {
      grant.unsettled(conversation.loose());
    }
  }

  /** A renewal ready to be sent, and what the grant was when it was made. */
  record Renewal(Write write, Known base, long revision) {}

  private Renewal prepare(GrantState grant, Known base, Optional<Ttl> ttl, int refusals) {
    if (refusals >= Core.MOST_REFUSALS) {
      throw new ContentionException(
          grant.identity().key(), refusals, Optional.of(grant.identity().session()));
    }
    core.pauseAfterRefusals(refusals);
    Moment now = core.now();
    Ttl wanted = ttl.orElse(base.record().ttl());
    core.checkTtl(grant.identity().key(), wanted, now);
    if (base.validity().isOver(now)) {
      throw lost(grant, Looking.expired(grant, base));
    }
    if (!isMine(grant, base.record())) {
      throw NotOwnerException.superseded(
          grant.identity().key(), grant.identity().session(), base.record());
    }
    return renewal(grant, base, wanted, now);
  }

  /** The write that renews {@code base} as of {@code now}. */
  static Renewal renewal(GrantState grant, Known base, Ttl ttl, Moment now) {
    LeaseRecord next = grant.restored(base.record()).refreshed(LeaseRecord.cut(now.wall()), ttl);
    grant.sending(next, now);
    return new Renewal(
        new Write.Plain(Expected.exactly(base.version()), Change.hold(next), now),
        base,
        grant.revision());
  }

  boolean isRenewable(GrantState grant, Known known) {
    return isMine(grant, known.record()) && !known.validity().isOver(core.now());
  }

  /**
   * Whether the grant may renew {@code record}: it carries this grant, or one that was left to it,
   * or none since an older program wrote it (rules P2, P14).
   */
  boolean isMine(GrantState grant, LeaseRecord record) {
    return record
        .grantId()
        .map(found -> found.equals(grant.grantId()) || holdings.isInherited(grant, found))
        .orElse(true);
  }

  private Known rebase(GrantState grant, Renewal renewal, LeaseSlot slot) {
    Look look = grant.interpret(slot, renewal.write().at(), core.now(), core.store().location());
    return liveOrLost(grant, grant.observe(renewal.revision(), look) ? look : looking.look(grant));
  }

  private Known liveOrLost(GrantState grant, Look look) {
    if (look instanceof Look.Over over) {
      throw lost(grant, over.why());
    }
    return ((Look.Live) look).known();
  }

  private LeaseException lost(GrantState grant, LeaseException why) {
    ending.lose(grant, why);
    return why;
  }

  /** Takes note of a renewal that landed; one that was answered too late is given back (P4). */
  void finish(GrantState grant, Known base, LeaseSlot.Held slot, Moment sentAt) {
    Known written = new Known(slot.version(), slot.record(), Validity.of(slot.record(), sentAt));
    if (!grant.commit(base, written, core.now())) {
      LeaseExpiredException tooLate = Looking.expired(grant, base);
      ending.lose(grant, tooLate);
      if (grant.end() instanceof LeaseEnd.Lost) {
        ending.giveBackAtDeadline(grant, base.validity());
      }
      throw tooLate;
    }
    core.audit()
        .record(
            AuditEvent.Type.RENEWED,
            slot.record(),
            Audit.details(
                "expires_at",
                slot.record().expiresAt().toString(),
                "ttl_secs",
                Long.toString(slot.record().ttl().seconds())));
  }
}

package dev.prlease.core;

import dev.prlease.api.ContentionException;
import dev.prlease.api.GrantId;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.Ttl;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.FencedChange;
import dev.prlease.spi.Fencing;
import dev.prlease.spi.PushFence;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Renews live grants (rule P4), one at a time, and hands them over. */
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
    inTurn(grant, () -> post(renewInTurn(grant, ttl, record -> record), Map.of()));
  }

  /**
   * Renews the lease with {@code head} as the commit that the session last certified or pushed. The
   * renewals that follow keep it.
   */
  void certify(GrantState grant, String head) {
    inTurn(
        grant,
        () ->
            post(
                renewInTurn(grant, Optional.empty(), record -> record.withHead(head)),
                Audit.details("head", head)));
  }

  /**
   * Renews the lease in the name of {@code heir}, under a grant of its own, and gives {@code grant}
   * up. While the outcome is not known the grant owes the heir's too: whoever closes it frees
   * whichever of the two is there.
   *
   * @return the heir's grant
   */
  GrantId handOver(GrantState grant, Holder heir) {
    Limits.check(heir);
    GrantId heirs = GrantId.random();
    inTurn(
        grant,
        () -> {
          grant.owe(Set.of(heirs));
          LeaseRecord handed =
              renewInTurn(
                  grant, Optional.empty(), record -> record.withGrantId(heirs).withHolder(heir));
          grant.paid(Set.of(heirs));
          ending.forsake(grant);
          post(handed, Audit.details("handed_over_to", heir.program()));
        });
    return heirs;
  }

  /**
   * Has {@code carrier} push a renewal with {@code head}, in the turn: this process renews nothing
   * meanwhile, which would only take the version away that the push expects. The push itself may
   * last as long as the lease does.
   */
  <T extends Fencing.Report> T carry(
      GrantState grant, String head, PushFence fence, Fencing.Carrier<T> carrier)
      throws InterruptedException {
    grant.turn().lock();
    try {
      LeaseEnd end = grant.end();
      if (end != null) {
        throw looking.refusalAfter(grant, end);
      }
      return carryInTurn(grant, head, fence, carrier);
    } finally {
      grant.turn().unlock();
      core.audit().tell(grant.identity().key());
    }
  }

  private <T extends Fencing.Report> T carryInTurn(
      GrantState grant, String head, PushFence fence, Fencing.Carrier<T> carrier)
      throws InterruptedException {
    LeaseKey key = grant.identity().key();
    Known base = liveOrThrow(looking.look(grant));
    if (!isMine(grant, base.record())) {
      throw NotOwnerException.superseded(key, grant.identity().session(), base.record());
    }
    Moment now = core.now();
    core.checkTtl(key, base.record().ttl(), now);
    Renewal renewal =
        renewal(grant, base, base.record().ttl(), record -> record.withHead(head), now);
    Fencing.Carried carried = Fencing.Carried.NOT_LANDED;
    try (FencedChange change = fence.prepare(key, base.version(), renewal.write().change())) {
      carried = Fencing.Carried.UNKNOWN; // unless the carrier says what became of it
      T report = carrier.carry(change);
      carried = report.carried();
      if (carried == Fencing.Carried.LANDED && change.slot() instanceof LeaseSlot.Held held) {
        // One that came too late is lost, which the gate tells whoever listens to it.
        if (landed(grant, base, held, renewal.write().at())) {
          post(held.record(), Audit.details("head", head, "carried_by", "push"));
        }
      }
      return report;
    } finally {
      switch (carried) {
        case LANDED -> {}
        case NOT_LANDED -> grant.neverWritten(List.of(renewal.write()));
        case UNKNOWN -> ending.unsettled(grant, List.of(renewal.write()));
      }
    }
  }

  /**
   * What {@code work} posts to the audit is in the order of the writes, since it has the turn. It
   * is told when the turn is given back: the keeper must not have to wait for a sink.
   */
  private void inTurn(GrantState grant, Runnable work) {
    grant.turn().lock();
    try {
      LeaseEnd end = grant.end();
      if (end != null) {
        throw looking.refusalAfter(grant, end);
      }
      work.run();
    } finally {
      grant.turn().unlock();
      core.audit().tell(grant.identity().key());
    }
  }

  private LeaseRecord renewInTurn(
      GrantState grant, Optional<Ttl> ttl, UnaryOperator<LeaseRecord> change) {
    Conversation<Write> conversation = new Conversation<>(core, grant.identity().key());
    try {
      Known base = grant.known();
      for (int refusals = 0; ; refusals++) {
        Renewal renewal = prepare(grant, base, ttl, change, refusals);
        Conversation.Answer<Write> answer = conversation.exchange(renewal.write());
        if (answer instanceof Conversation.Answer.Swapped<Write> swapped
            && swapped.slot() instanceof LeaseSlot.Held held) {
          if (landed(grant, renewal.base(), held, swapped.write().at())) {
            return held.record();
          }
          LeaseEnd end = grant.end();
          throw looking.refusalAfter(grant, end == null ? new LeaseEnd.Closed() : end);
        }
        base = liveOrThrow(refused(grant, renewal, answer.slot()));
      }
    } catch (LeaseStoreException failed) {
      throw conversation.unknownIfLoose(failed);
    } finally {
      grant.neverWritten(conversation.neverWritten());
      ending.unsettled(grant, conversation.loose());
    }
  }

  /** A renewal ready to be sent, and what the grant was when it was made. */
  record Renewal(Write write, Known base, long revision) {}

  private Renewal prepare(
      GrantState grant,
      Known seen,
      Optional<Ttl> ttl,
      UnaryOperator<LeaseRecord> change,
      int refusals) {
    LeaseKey key = grant.identity().key();
    if (refusals >= Core.MOST_REFUSALS) {
      throw new ContentionException(key, refusals, Optional.of(grant.identity().session()));
    }
    core.pauseAfterRefusals(refusals);
    Known base = seen;
    if (!isMine(grant, base.record()) || base.validity().isOver(core.now())) {
      base = liveOrThrow(looking.look(grant)); // what was seen last does not let us: see anew
    }
    if (!isMine(grant, base.record())) {
      throw NotOwnerException.superseded(key, grant.identity().session(), base.record());
    }
    Moment now = core.now();
    Ttl wanted = ttl.orElse(base.record().ttl());
    core.checkTtl(key, wanted, now);
    return renewal(grant, base, wanted, change, now);
  }

  /** The write that renews {@code base} as of {@code now}, with what {@code change} makes of it. */
  static Renewal renewal(
      GrantState grant, Known base, Ttl ttl, UnaryOperator<LeaseRecord> change, Moment now) {
    LeaseRecord next =
        change.apply(grant.restored(base.record()).refreshed(LeaseRecord.cut(now.wall()), ttl));
    grant.sending(next, now);
    return new Renewal(
        new Write.Plain(Expected.exactly(base.version()), Change.hold(next), now),
        base,
        grant.revision());
  }

  /**
   * Whether the grant may renew {@code record}: it carries this grant, or one that was left to it
   * or that it made for an heir without learning of it, or none since an older program wrote it
   * (rules P2, P14).
   */
  boolean isMine(GrantState grant, LeaseRecord record) {
    return record
        .grantId()
        .map(
            found ->
                found.equals(grant.grantId())
                    || holdings.isInherited(grant, found)
                    || grant.owes(found))
        .orElse(true);
  }

  /** What a refusal shows. */
  Look refused(GrantState grant, Renewal renewal, LeaseSlot slot) {
    return looking
        .conclude(grant, renewal.revision(), slot, renewal.write().at())
        .orElseGet(() -> looking.look(grant));
  }

  private static Known liveOrThrow(Look look) {
    if (look instanceof Look.Over over) {
      throw over.why();
    }
    return ((Look.Live) look).known();
  }

  /**
   * Takes note of a renewal that landed. One whose answer came after the deadline is lost, and is
   * given back (rule P4).
   *
   * @return whether the grant was extended
   */
  boolean landed(GrantState grant, Known base, LeaseSlot.Held slot, Moment sentAt) {
    Known written =
        new Known(slot.version(), slot.record(), grant.validityOfSent(slot.record(), sentAt));
    if (grant.commit(base, written, core.now())) {
      return true;
    }
    ending.landedTooLate(grant, base);
    return false;
  }

  /** Has a keeper's renewal recorded, at the side. */
  void post(LeaseRecord renewed) {
    post(renewed, Map.of());
  }

  private void post(LeaseRecord renewed, Map<String, String> more) {
    Map<String, String> details =
        Audit.details(
            "expires_at",
            Times.text(renewed.expiresAt()),
            "ttl_secs",
            Long.toString(renewed.ttl().seconds()));
    details.putAll(more);
    core.audit().post(AuditEvent.Type.RENEWED, renewed, details);
  }
}

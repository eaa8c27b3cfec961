package dev.prlease.core;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.Holder;
import dev.prlease.api.KeyMismatchException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The acquire loop (rules P1, P2, P6, P7): send, and as long as it is refused decide again from
 * what the refusal showed.
 *
 * <p>The first try is for a free key and costs one round trip; claims are looked at first. Every
 * later one expects exactly the version that the decision was made from, so nothing is taken over
 * that was not judged.
 */
final class Acquiring {
  private final Core core;
  private final Holdings holdings;
  private final LooseEnds looseEnds;
  private final Optional<Holder> holder; // one for all records, of which there may be many

  Acquiring(Core core, Holdings holdings, LooseEnds looseEnds) {
    this.core = core;
    this.holdings = holdings;
    this.looseEnds = looseEnds;
    this.holder = Optional.of(core.holder());
  }

  /** How an attempt ended. */
  sealed interface Result {
    /** The slot is ours; {@code plan} is what made it so. */
    record Granted(LeaseSlot.Held slot, Plan plan) implements Result {}

    /** Another session holds it. */
    record Held(AlreadyHeldException refusal) implements Result {}

    /** It is a claim that may not be had. */
    record Refused(ClaimRefusal refusal) implements Result {}
  }

  /** A write that would grant the lease, and what it takes over. */
  record Plan(
      LeaseRecord record,
      Expected expected,
      Change change,
      Moment at,
      Origin origin,
      Disposition replaces)
      implements Write {
    /** Whether it grants nothing: it puts back what had lapsed. */
    boolean isUndoing() {
      return replaces instanceof Disposition.LapsedInFlight;
    }
  }

  Result acquire(LeaseKey key, SessionId session, Ttl ttl) {
    return acquire(key, session, ttl, AcquirePolicy.of(key));
  }

  /** The same by {@code policy}. */
  Result acquire(LeaseKey key, SessionId session, Ttl ttl, AcquirePolicy policy) {
    return new Attempt(key, session, ttl, policy).run();
  }

  /** One acquisition: one grant id, however many tries it takes. */
  private final class Attempt {
    private final Contender contender;
    private final AcquirePolicy policy;
    private final Ttl ttl;
    private final GrantId grantId = GrantId.random();
    private final Conversation<Plan> conversation;
    private final List<Plan> lapsed = new ArrayList<>(0);

    Attempt(LeaseKey key, SessionId session, Ttl ttl, AcquirePolicy policy) {
      Limits.check(session);
      this.policy = policy;
      this.contender = new Contender(key, session, core.sharing());
      this.ttl = ttl;
      this.conversation = new Conversation<>(core, key);
    }

    Result run() {
      try {
        return exchangeUntilDecided();
      } catch (LeaseStoreException failed) {
        throw conversation.unknownIfLoose(failed);
      } finally {
        for (Plan loose : conversation.loose()) {
          remember(loose);
        }
        for (Plan late : lapsed) {
          remember(late);
        }
      }
    }

    /**
     * A new holding is to be vacated if it turns up. Another grant of a holding that lives is
     * handed back to the grant that it replaced; handles of this manager may use it until then.
     */
    private void remember(Plan plan) {
      if (plan.isUndoing()) {
        return; // It makes nothing that anybody would have to give back.
      }
      LeaseRecord record = plan.record();
      if (plan.replaces() instanceof Disposition.Ours ours) {
        holdings.bequeath(new Identity(record.key(), record.owner(), record.fence()), grantId);
        if (ours.record().grantId().isPresent()) {
          looseEnds.remember(plan, record, Optional.of(ours.record()));
        }
      } else {
        looseEnds.remember(plan, record, Optional.empty());
      }
    }

    private Result exchangeUntilDecided() {
      Optional<Plan> plan =
          policy.opening() == AcquirePolicy.Opening.BLIND
              ? Optional.of(planForFree())
              : Optional.empty();
      for (int refusals = 0; ; ) {
        LeaseSlot slot;
        if (plan.isPresent()) {
          Conversation.Answer<Plan> answer = conversation.exchange(plan.get());
          lapsed.clear();
          if (answer instanceof Conversation.Answer.Swapped<Plan> swapped
              && swapped.slot() instanceof LeaseSlot.Held held) {
            Plan landed = swapped.write();
            if (landed.replaces() instanceof Disposition.Ours ours
                && Judge.isOverForOwner(ours.record(), core.now())) {
              lapsed.add(landed);
              plan = Optional.of(insteadOfReviving(ours.record(), held));
              continue;
            }
            if (!landed.isUndoing()
                && !Validity.of(held.record(), landed.at()).isOver(core.now())) {
              return new Result.Granted(held, landed);
            }
            if (!landed.isUndoing()) {
              lapsed.add(landed); // answered so late that it is over: try again from it
            }
          }
          slot = answer.slot();
        } else {
          slot = core.store().load(contender.key());
        }
        Moment now = timeForTtl();
        Disposition disposition = policy.judge(slot, contender, now);
        Optional<Result> refusal = refusal(disposition);
        if (refusal.isPresent()) {
          return refusal.get();
        }
        boolean expectedThis =
            plan.isPresent() && plan.get().expected() instanceof Expected.Exactly;
        if (expectedThis && ++refusals >= Core.MOST_REFUSALS) {
          throw Contention.after(refusals, contender.key(), slot);
        }
        if (core.pauseAfterRefusals(refusals) == Core.Paused.YES) {
          // What lived before the pause may be over after it, and must not be revived (rule P4).
          now = timeForTtl();
          disposition = policy.judge(slot, contender, now);
          refusal = refusal(disposition);
          if (refusal.isPresent()) {
            return refusal.get();
          }
        }
        plan = Optional.of(plan(slot, disposition, now));
      }
    }

    /**
     * What follows a write that was to keep a lease, and landed when that was over: it must not be
     * revived (rule P4).
     */
    private Plan insteadOfReviving(LeaseRecord before, LeaseSlot.Held landed) {
      return switch (policy.lapsedInFlight()) {
        case BEGIN_ANEW -> beginningAnew(before, landed);
        case TAKE_BACK -> takingBack(before, landed);
      };
    }

    /**
     * A new holding takes the place of what landed, in one exchange. Until then what landed keeps
     * others out: another process of the session may have seen it meanwhile, and act as long as it
     * says.
     */
    private Plan beginningAnew(LeaseRecord before, LeaseSlot.Held landed) {
      Moment now = timeForTtl();
      Disposition over = new Disposition.ReclaimExpired(before);
      Fence fence = landed.record().fence().nextAtLeast(Fence.at(now.wall()));
      LeaseRecord record = policy.complete(newHolding(fence, now), over);
      return new Plan(
          record,
          Expected.exactly(landed.version()),
          Change.hold(record),
          now,
          Origin.RECLAIMED,
          over);
    }

    /**
     * What was there is put back: others may have judged by then that it is over, and acted on
     * that, as with a claim on another issue of the same branch. A fence that an older program had
     * dropped, and which came back with the write, stays: fences only grow.
     */
    private Plan takingBack(LeaseRecord lapsedOne, LeaseSlot.Held landed) {
      LeaseRecord before =
          lapsedOne.fence().isPresent() ? lapsedOne : lapsedOne.withFence(landed.record().fence());
      return new Plan(
          before,
          Expected.exactly(landed.version()),
          Change.hold(before),
          core.now(),
          Origin.AGAIN,
          new Disposition.LapsedInFlight(lapsedOne));
    }

    private Optional<Result> refusal(Disposition disposition) {
      String store = core.store().location();
      if (disposition instanceof Disposition.Mismatch mismatch) {
        throw new KeyMismatchException(contender.key(), mismatch.record(), store);
      }
      if (disposition instanceof Disposition.ClaimRefused refused) {
        return Optional.of(new Result.Refused(refused.refusal()));
      }
      if (disposition instanceof Disposition.HeldByOther other) {
        return Optional.of(
            new Result.Held(new AlreadyHeldException(contender.key(), other.record(), store)));
      }
      return disposition instanceof Disposition.Ours ours && core.inUse().test(ours.record())
          ? Optional.of(
              new Result.Held(AlreadyHeldException.atWork(contender.key(), ours.record(), store)))
          : Optional.empty();
    }

    private Moment timeForTtl() {
      Moment now = core.now();
      core.checkTtl(contender.key(), ttl, now);
      return now;
    }

    private Plan planForFree() {
      Moment now = timeForTtl();
      LeaseRecord record = newHolding(Fence.at(now.wall()), now);
      return new Plan(
          record,
          Expected.vacant(),
          Change.hold(record),
          now,
          Origin.FRESH,
          new Disposition.Free());
    }

    /** Written by the very time by which it was judged. */
    private Plan plan(LeaseSlot slot, Disposition disposition, Moment now) {
      Expected expected = Expected.exactly(slot.version());
      if (disposition instanceof Disposition.Ours ours) {
        LeaseRecord record = policy.complete(sameHolding(ours.record(), now), disposition);
        return new Plan(record, expected, Change.hold(record), now, Origin.AGAIN, disposition);
      }
      boolean readable = Judge.seen(slot, now) == slot;
      Fence last = readable ? slot.fence() : Fence.NONE;
      LeaseRecord record =
          policy.complete(newHolding(last.nextAtLeast(Fence.at(now.wall())), now), disposition);
      Change change = Change.hold(record);
      Origin origin = slot instanceof LeaseSlot.Vacant ? Origin.FRESH : Origin.RECLAIMED;
      return new Plan(
          record, expected, readable ? change : change.archiving(), now, origin, disposition);
    }

    private LeaseRecord newHolding(Fence fence, Moment now) {
      Instant start = LeaseRecord.cut(now.wall());
      return new LeaseRecord(
          contender.key(),
          contender.session(),
          start,
          ttl,
          fence,
          Optional.of(grantId),
          Optional.of(start),
          holder,
          Optional.empty(),
          Optional.empty());
    }

    /** Rule P2: the same fence and start, everything else anew. */
    private LeaseRecord sameHolding(LeaseRecord record, Moment now) {
      LeaseRecord again =
          record
              .refreshed(LeaseRecord.cut(now.wall()), ttl)
              .withGrantId(grantId)
              .withHolder(core.holder())
              .withGrantedAt(record.grantedAt().orElse(record.acquiredAt()));
      return record.fence().isPresent()
          ? again
          : again.withFence(holdings.fenceOf(contender.key(), contender.session(), now));
    }
  }
}

package dev.prlease.core;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimEvidence;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.core.claim.ClaimEnding;
import dev.prlease.core.claim.ClaimReasons;
import dev.prlease.core.claim.ClaimResult;
import dev.prlease.core.claim.ClaimRules;
import dev.prlease.core.claim.ClaimTime;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What is done to a claim without granting it anew: verify, adopt, release, free. */
final class ClaimMoves {
  private final Core core;
  private final Operating operating;
  private final ClaimCollecting collecting;

  ClaimMoves(Core core, Operating operating, ClaimCollecting collecting) {
    this.core = core;
    this.operating = operating;
    this.collecting = collecting;
  }

  ClaimResult verify(ClaimRequest request) {
    LeaseSlot slot = core.store().load(request.key());
    Moment now = core.now();
    core.checkTimeIsKnown(request.key(), now);
    LeaseSlot seen = Judge.seen(slot, now);
    Optional<LeaseRecord> record = ClaimPolicy.recordIn(seen);
    List<ClaimReason> against =
        seen instanceof LeaseSlot.Unreadable unreadable
            ? List.of(ClaimPolicy.unreadable(unreadable))
            : ClaimRules.againstActing(record, request, time(now));
    return against.isEmpty()
        ? new ClaimResult.Granted(record.orElseThrow(), ClaimResult.Outcome.VERIFIED)
        : new ClaimResult.Refused(
            refused(request.key(), request.session(), ClaimRefusal.Step.VERIFY, against, record));
  }

  ClaimResult adopt(ClaimRequest request, SessionId from) {
    LeaseSlot shown = core.store().load(request.key());
    Moment now = core.now();
    core.checkTimeIsKnown(request.key(), now);
    LeaseSlot seen = Judge.seen(shown, now);
    Optional<LeaseRecord> record = ClaimPolicy.recordIn(seen);
    ClaimEvidence evidence = collecting.collect(request, record.flatMap(LeaseRecord::claim));
    List<ClaimReason> against =
        seen instanceof LeaseSlot.Unreadable unreadable
            ? List.of(ClaimPolicy.unreadable(unreadable))
            : ClaimRules.againstAdopting(record, from, request, evidence, writingTime(now));
    if (!against.isEmpty()) {
      return refusedAdoption(request, against, record);
    }
    try {
      Operating.Adopted adopted =
          operating.adopt(
              request.key(),
              from,
              request.session(),
              request.ttl(),
              (current, next) -> successor(request, from, evidence, current, next));
      if (Judge.isOverForOwner(adopted.from(), core.now())) {
        return lapsedInFlight(request, adopted);
      }
      ClaimAudits.granted(core.audit(), adopted.slot().record(), ClaimAudits.Certainty.CERTAIN);
      return new ClaimResult.Granted(adopted.slot().record(), ClaimResult.Outcome.ADOPTED);
    } catch (Changed changed) {
      return refusedAdoption(request, changed.reasons, record);
    } catch (NotOwnerException | LeaseExpiredException overtaken) {
      return refusedAdoption(request, List.of(overtaken(from, overtaken)), record);
    } catch (AlreadyHeldException atWork) {
      return refusedAdoption(request, List.of(ClaimPolicy.atWork(atWork)), record);
    }
  }

  /**
   * The adoption landed when the claim was over: others may have judged by that, so what it
   * replaced is put back, and is nobody's without evidence.
   */
  private ClaimResult lapsedInFlight(ClaimRequest request, Operating.Adopted adopted) {
    Conversation<Write> conversation = new Conversation<>(core, request.key());
    Conversation.Answer<Write> answer =
        conversation.exchange(
            new Write.Plain(
                Expected.exactly(adopted.slot().version()),
                Change.hold(adopted.from()),
                core.now()));
    ClaimRefusal refusal =
        new ClaimRefusal(
            request.key(),
            request.session(),
            ClaimRefusal.Step.ADOPT,
            List.of(ClaimReasons.expired(adopted.from())),
            Optional.of(adopted.from()),
            answer instanceof Conversation.Answer.Swapped<Write>
                ? ClaimRefusal.Aftermath.PUT_BACK
                : ClaimRefusal.Aftermath.REPLACED);
    ClaimAudits.refused(core.audit(), refusal);
    return new ClaimResult.Refused(refusal);
  }

  /** The claim that was judged is not the one that is there now. */
  private static final class Changed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient List<ClaimReason> reasons;

    Changed(List<ClaimReason> reasons) {
      super(null, null, false, false);
      this.reasons = reasons;
    }
  }

  /** What the live record becomes; judged on the very version that is replaced. */
  private LeaseRecord successor(
      ClaimRequest request,
      SessionId from,
      ClaimEvidence evidence,
      LeaseRecord current,
      LeaseRecord next) {
    List<ClaimReason> against =
        ClaimRules.againstAdopting(
            Optional.of(current), from, request, evidence, writingTime(core.now()));
    if (!against.isEmpty()) {
      throw new Changed(against);
    }
    ClaimGrant grant =
        new ClaimGrant(
            ClaimGrant.Kind.ADOPTED,
            ClaimGrant.Prior.of(current),
            request.terms().claimant(),
            request.session(),
            request.process(),
            next.acquiredAt(),
            next.expiresAt(),
            evidence.provenance());
    Claim claim = current.claim().orElseThrow().withProcess(request.process()).granted(grant);
    return next.withClaim(claim);
  }

  private ClaimResult refusedAdoption(
      ClaimRequest request, List<ClaimReason> against, Optional<LeaseRecord> record) {
    return new ClaimResult.Refused(
        refused(request.key(), request.session(), ClaimRefusal.Step.ADOPT, against, record));
  }

  private static ClaimReason overtaken(SessionId from, LeaseException told) {
    return new ClaimReason(
        ClaimReason.Code.OVERTAKEN,
        "the claim of session " + from,
        Objects.toString(told.getMessage(), ""));
  }

  ClaimEnding release(LeaseKey issue, SessionId session) {
    Moment now = core.now();
    LeaseSlot seen = Judge.seen(core.store().load(issue), now);
    if (seen instanceof LeaseSlot.Vacant) {
      return new ClaimEnding.NothingHeld();
    }
    Optional<LeaseRecord> record = ClaimPolicy.recordIn(seen);
    List<ClaimReason> against = againstReleasing(seen, issue, session);
    if (!against.isEmpty()) {
      return new ClaimEnding.Refused(
          refused(issue, session, ClaimRefusal.Step.RELEASE, against, record));
    }
    LeaseRecord before = record.orElseThrow();
    try {
      if (!operating.releaseSession(issue, session)) {
        return new ClaimEnding.NothingHeld();
      }
    } catch (AlreadyHeldException atWork) {
      return new ClaimEnding.Refused(
          refused(
              issue,
              session,
              ClaimRefusal.Step.RELEASE,
              List.of(ClaimPolicy.atWork(atWork)),
              record));
    }
    return GivingUp.pending(before).isPresent()
        ? new ClaimEnding.PutBack(before)
        : new ClaimEnding.Freed(before);
  }

  private static List<ClaimReason> againstReleasing(
      LeaseSlot seen, LeaseKey issue, SessionId session) {
    if (seen instanceof LeaseSlot.Unreadable unreadable) {
      return List.of(ClaimPolicy.unreadable(unreadable));
    }
    LeaseRecord record = ((LeaseSlot.Held) seen).record();
    List<ClaimReason> against = new ArrayList<>();
    if (!record.key().equals(issue)) {
      against.add(
          new ClaimReason(
              ClaimReason.Code.KEY_MISMATCH, issue.toString(), record.key().toString()));
    }
    if (!record.owner().equals(session)) {
      against.add(ClaimReasons.otherSession(record, session));
    }
    return against;
  }

  ClaimEnding reclaim(LeaseKey issue, SessionId session) {
    return new ClaimFreeing(core, collecting, this).free(issue, session);
  }

  /** A refusal that is recorded. */
  ClaimRefusal refused(
      LeaseKey issue,
      SessionId session,
      ClaimRefusal.Step step,
      List<ClaimReason> against,
      Optional<LeaseRecord> record) {
    ClaimRefusal refusal =
        new ClaimRefusal(
            issue, session, step, against, record, ClaimRefusal.Aftermath.NOTHING_WRITTEN);
    ClaimAudits.refused(core.audit(), refusal);
    return refusal;
  }

  /** Over is what may be over when a write lands that keeps it: see {@link ClaimPolicy}. */
  private ClaimTime writingTime(Moment now) {
    return new ClaimTime(now.wall(), now.uncertainty().plus(core.store().lateWriteBound()));
  }

  static ClaimTime time(Moment now) {
    return new ClaimTime(now.wall(), now.uncertainty());
  }
}

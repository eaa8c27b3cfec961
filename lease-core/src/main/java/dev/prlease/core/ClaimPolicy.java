package dev.prlease.core;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimEvidence;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.PendingClaim;
import dev.prlease.core.claim.ClaimDisposition;
import dev.prlease.core.claim.ClaimReasons;
import dev.prlease.core.claim.ClaimRules;
import dev.prlease.core.claim.ClaimTime;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Who may have a claim (design: expired is not free). Made for one request; the evidence is
 * collected for each slot that is judged, and the judgement itself is {@link ClaimRules}.
 */
final class ClaimPolicy implements AcquirePolicy {
  /** Within this a grant is confirmed, or put back. */
  static final Duration TIME_TO_CONFIRM = Duration.ofMinutes(5);

  private final ClaimCollecting collecting;
  private final ClaimRequest request;
  private final ClaimRefusal.Step step;
  private final Duration lateWriteBound;

  /**
   * @param lateWriteBound how late a write of the store's may land
   */
  ClaimPolicy(
      ClaimCollecting collecting,
      ClaimRequest request,
      ClaimRefusal.Step step,
      Duration lateWriteBound) {
    this.collecting = collecting;
    this.lateWriteBound = lateWriteBound;
    this.request = request;
    this.step = step;
  }

  /** What was found decides which evidence is asked for. */
  @Override
  public LapsedInFlight lapsedInFlight() {
    return LapsedInFlight.TAKE_BACK;
  }

  @Override
  public Opening opening() {
    return Opening.LOOKING;
  }

  @Override
  public Disposition judge(LeaseSlot slot, Contender contender, Moment now) {
    LeaseSlot seen = Judge.seen(slot, now);
    if (seen instanceof LeaseSlot.Unreadable unreadable) {
      return refused(List.of(unreadable(unreadable)), Optional.empty());
    }
    Optional<LeaseRecord> record = recordIn(seen);
    ClaimTime time = time(record, now);
    if (step == ClaimRefusal.Step.HEARTBEAT) {
      List<ClaimReason> against = ClaimRules.againstActing(record, request, time);
      return against.isEmpty()
          ? new Disposition.Ours(record.orElseThrow())
          : refused(against, record);
    }
    ClaimEvidence evidence =
        ClaimRules.needsEvidence(record, request, time)
            ? collecting.collect(request, recorded(record))
            : collecting.none();
    return asked(ClaimRules.judge(record, request, evidence, time), record, evidence);
  }

  /**
   * The session's own claim counts as over as soon as a write that keeps it might land when it is:
   * by then somebody may have a claim on its branch, who saw that this one is over.
   */
  private ClaimTime time(Optional<LeaseRecord> record, Moment now) {
    boolean own = record.filter(found -> found.owner().equals(request.session())).isPresent();
    return new ClaimTime(
        now.wall(), own ? now.uncertainty().plus(lateWriteBound) : now.uncertainty());
  }

  /** What a judgement is to whoever asked for this step. */
  private Disposition asked(
      ClaimDisposition judged, Optional<LeaseRecord> record, ClaimEvidence evidence) {
    boolean any = step == ClaimRefusal.Step.TAKE;
    if (judged instanceof ClaimDisposition.Fresh) {
      return any
          ? new Disposition.Claimable(ClaimGrant.Kind.FRESH, Optional.empty(), evidence)
          : refused(List.of(ClaimReasons.noClaim()), record);
    }
    if (judged instanceof ClaimDisposition.Ours ours) {
      return any
          ? new Disposition.Ours(ours.record())
          : refused(List.of(ClaimReasons.notExpired(ours.record())), record);
    }
    if (judged instanceof ClaimDisposition.ExactOwnerRenewal renewal) {
      return new Disposition.Claimable(
          ClaimGrant.Kind.EXACT_OWNER, Optional.of(renewal.prior()), evidence);
    }
    if (judged instanceof ClaimDisposition.ForeignReclaim reclaim) {
      return step == ClaimRefusal.Step.RENEW
          ? refused(reclaim.againstRenewal(), record)
          : new Disposition.Claimable(
              ClaimGrant.Kind.TAKEN_OVER, Optional.of(reclaim.prior()), evidence);
    }
    return refused(((ClaimDisposition.Refused) judged).reasons(step), record);
  }

  private Disposition refused(List<ClaimReason> reasons, Optional<LeaseRecord> found) {
    return new Disposition.ClaimRefused(
        new ClaimRefusal(
            request.key(),
            request.session(),
            step,
            reasons,
            found,
            ClaimRefusal.Aftermath.NOTHING_WRITTEN));
  }

  @Override
  public LeaseRecord complete(LeaseRecord record, Disposition disposition) {
    if (disposition instanceof Disposition.Claimable claimable) {
      return record.withClaim(granted(record, claimable));
    }
    return record
        .claim()
        .map(claim -> record.withClaim(claim.withProcess(request.process())))
        .orElse(record);
  }

  /** The whole story of the grant goes into the one write that makes it. */
  private Claim granted(LeaseRecord record, Disposition.Claimable claimable) {
    Optional<Claim> before = claimable.prior().flatMap(LeaseRecord::claim);
    ClaimGrant grant =
        new ClaimGrant(
            claimable.kind(),
            claimable.prior().flatMap(ClaimGrant.Prior::of),
            request.terms().claimant(),
            request.session(),
            request.process(),
            record.acquiredAt(),
            record.expiresAt(),
            claimable.evidence().provenance());
    return new Claim(
            request.terms(),
            request.process(),
            Optional.empty(),
            before.map(Claim::grants).orElse(List.of()),
            before.map(Claim::grantCount).orElse(0L))
        .pending(
            new PendingClaim(
                record.acquiredAt(), record.acquiredAt().plus(TIME_TO_CONFIRM), claimable.prior()),
            grant);
  }

  static ClaimReason unreadable(LeaseSlot.Unreadable slot) {
    return new ClaimReason(ClaimReason.Code.UNREADABLE, "a claim that can be read", slot.reason());
  }

  static ClaimReason atWork(AlreadyHeldException told) {
    return new ClaimReason(
        ClaimReason.Code.AT_WORK,
        "no other process of the session at work",
        Objects.toString(told.getMessage(), ""));
  }

  static Optional<LeaseRecord> recordIn(LeaseSlot slot) {
    return slot instanceof LeaseSlot.Held held ? Optional.of(held.record()) : Optional.empty();
  }

  /** The claim that evidence is asked about: of one that is pending, the one before it. */
  private static Optional<Claim> recorded(Optional<LeaseRecord> record) {
    Optional<PendingClaim> pending = record.flatMap(GivingUp::pending);
    return pending.isPresent()
        ? pending.get().prior().flatMap(LeaseRecord::claim)
        : record.flatMap(LeaseRecord::claim);
  }
}

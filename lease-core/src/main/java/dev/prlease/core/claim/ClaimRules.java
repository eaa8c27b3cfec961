package dev.prlease.core.claim;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimEvidence;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.PendingClaim;
import dev.prlease.api.claim.ProcessState;
import dev.prlease.api.claim.WorktreeState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who may have a claim: pure functions that return every reason for a refusal. Nothing here reads a
 * clock, a store or the machine.
 *
 * <p>A live claim is its session's alone. An expired one is <em>not</em> free to everyone: first it
 * is asked whether the request is its exact owner's and all evidence says that the work goes on;
 * only then whether anybody may take it over, since its process is dead or its worktree gone. The
 * order matters: with the other, an owner whose process has ended would take its own claim over
 * like a stranger's, and one whose server lives would never get it back. That a process lives is no
 * evidence for anybody: a server outlives its tasks.
 *
 * <p>A claim that waits for its confirmation counts, to whoever may replace it, as what was there
 * before it: to its exact owner at once, to others when its time to be confirmed is over. Replacing
 * it is always safe, since a confirmation expects exactly the version that it was written with.
 */
public final class ClaimRules {
  private ClaimRules() {}

  /**
   * What {@code record} means to {@code request}.
   *
   * @param record what the slot of the request's key holds, read and believed; none if it is free
   */
  public static ClaimDisposition judge(
      Optional<LeaseRecord> record, ClaimRequest request, ClaimEvidence evidence, ClaimTime now) {
    if (record.isEmpty()) {
      List<ClaimReason> against = EvidenceRules.againstTaking(request, evidence);
      return against.isEmpty()
          ? new ClaimDisposition.Fresh()
          : new ClaimDisposition.Refused(
              concat(List.of(ClaimReasons.noClaim()), against), against, against);
    }
    LeaseRecord found = record.get();
    List<ClaimReason> closed = closed(found, request, now);
    if (!closed.isEmpty()) {
      return ClaimDisposition.Refused.always(closed);
    }
    Optional<PendingClaim> pending = found.claim().flatMap(Claim::pending);
    if (pending.isPresent()) {
      return judge(pending.get().prior(), request, evidence, now);
    }
    List<ClaimReason> differences = TermsRules.differences(found, request);
    return isLive(found, request, now)
        ? new ClaimDisposition.Ours(found)
        : judgeExpired(found, differences, request, evidence);
  }

  private static ClaimDisposition judgeExpired(
      LeaseRecord prior,
      List<ClaimReason> differences,
      ClaimRequest request,
      ClaimEvidence evidence) {
    // The exact owner first (AC2), with everything that speaks against it.
    List<ClaimReason> againstRenewal =
        concat(differences, EvidenceRules.againstRenewing(request, evidence));
    if (againstRenewal.isEmpty()) {
      return new ClaimDisposition.ExactOwnerRenewal(prior);
    }
    Optional<ClaimDisposition.Ground> ground = ground(evidence);
    List<ClaimReason> againstTakeover = EvidenceRules.againstTaking(request, evidence);
    if (ground.isPresent() && againstTakeover.isEmpty()) {
      return new ClaimDisposition.ForeignReclaim(prior, ground.get(), againstRenewal);
    }
    List<ClaimReason> foreign =
        concat(
            differences,
            ground.isPresent() ? List.of() : ClaimReasons.withoutGround(evidence),
            againstTakeover);
    return new ClaimDisposition.Refused(
        againstRenewal, foreign, differences.isEmpty() ? againstRenewal : foreign);
  }

  /**
   * Whether evidence can make a difference: for a claim that is live, is none, or is being granted
   * to somebody else, it cannot.
   */
  public static boolean needsEvidence(
      Optional<LeaseRecord> record, ClaimRequest request, ClaimTime now) {
    if (record.isEmpty()) {
      return true;
    }
    Optional<PendingClaim> pending = record.get().claim().flatMap(Claim::pending);
    if (!closed(record.get(), request, now).isEmpty()) {
      return false;
    }
    return pending.isPresent()
        ? needsEvidence(pending.get().prior(), request, now)
        : !isLive(record.get(), request, now);
  }

  /** Why {@code record} can be nobody's to take, whatever the evidence: all reasons. */
  private static List<ClaimReason> closed(LeaseRecord record, ClaimRequest request, ClaimTime now) {
    if (record.claim().isEmpty()) {
      return concat(
          List.of(ClaimReasons.notAClaim(record)), TermsRules.keyDifferences(record, request));
    }
    List<ClaimReason> keyDiffers = TermsRules.keyDifferences(record, request);
    List<ClaimReason> differences = TermsRules.differences(record, request);
    Optional<PendingClaim> pending = record.claim().flatMap(Claim::pending);
    if (pending.isPresent()) {
      boolean isBeingGranted =
          !differences.isEmpty() && !now.isCertainlyPast(pending.get().until());
      return isBeingGranted
          ? concat(List.of(ClaimReasons.pending(record)), differences)
          : keyDiffers;
    }
    if (!isLive(record, request, now)) {
      return keyDiffers; // a record of another key is never to be had (rule P8)
    }
    if (!record.owner().equals(request.session())) {
      return differences.isEmpty()
          ? List.of(ClaimReasons.otherSession(record, request.session()))
          : concat(List.of(ClaimReasons.live(record)), differences);
    }
    return differences;
  }

  /** Why {@code session} may not act on the claim, or keep it: all reasons. */
  public static List<ClaimReason> againstActing(
      Optional<LeaseRecord> record, ClaimRequest request, ClaimTime now) {
    if (record.isEmpty()) {
      return List.of(ClaimReasons.noClaim());
    }
    LeaseRecord found = record.get();
    if (found.claim().isEmpty()) {
      return concat(
          List.of(ClaimReasons.notAClaim(found)), TermsRules.keyDifferences(found, request));
    }
    return againstLiving(found, request.session(), request, now);
  }

  /** Why the claim of {@code from} may not go on in the request's session: all reasons. */
  public static List<ClaimReason> againstAdopting(
      Optional<LeaseRecord> record,
      SessionId from,
      ClaimRequest request,
      ClaimEvidence evidence,
      ClaimTime now) {
    if (record.isEmpty()) {
      return List.of(ClaimReasons.noClaim());
    }
    if (record.get().claim().isEmpty()) {
      return List.of(ClaimReasons.notAClaim(record.get()));
    }
    return concat(
        againstLiving(record.get(), from, request, now),
        EvidenceRules.againstAdopting(request, evidence));
  }

  /** Why the claim is not {@code owner}'s, live, confirmed and on the request's terms. */
  private static List<ClaimReason> againstLiving(
      LeaseRecord record, SessionId owner, ClaimRequest request, ClaimTime now) {
    List<ClaimReason> reasons = new ArrayList<>();
    if (record.claim().flatMap(Claim::pending).isPresent()) {
      reasons.add(ClaimReasons.pending(record));
    }
    if (now.isOverForOwner(record)) {
      reasons.add(ClaimReasons.expired(record));
    }
    if (!record.owner().equals(owner)) {
      reasons.add(ClaimReasons.otherSession(record, owner));
    }
    reasons.addAll(TermsRules.differences(record, request));
    return reasons;
  }

  /** Why an expired claim may not be freed by anybody: all reasons. */
  public static List<ClaimReason> againstFreeing(
      LeaseRecord record, ClaimEvidence evidence, ClaimTime now) {
    if (record.claim().isEmpty()) {
      return List.of(ClaimReasons.notAClaim(record));
    }
    if (!now.isOverForOthers(record)) {
      return List.of(ClaimReasons.live(record));
    }
    return ground(evidence).isPresent() ? List.of() : ClaimReasons.withoutGround(evidence);
  }

  /** What lets anybody take an expired claim over, if it is proven. */
  static Optional<ClaimDisposition.Ground> ground(ClaimEvidence evidence) {
    if (evidence.recordedProcess().value().equals(Optional.of(ProcessState.DEAD))) {
      return Optional.of(ClaimDisposition.Ground.PROCESS_DEAD);
    }
    return evidence
            .recordedWorktree()
            .value()
            .filter(WorktreeState.Gone.class::isInstance)
            .isPresent()
        ? Optional.of(ClaimDisposition.Ground.WORKTREE_GONE)
        : Optional.empty();
  }

  private static boolean isLive(LeaseRecord record, ClaimRequest request, ClaimTime now) {
    return record.owner().equals(request.session())
        ? !now.isOverForOwner(record)
        : !now.isOverForOthers(record);
  }

  @SafeVarargs
  private static List<ClaimReason> concat(List<ClaimReason>... lists) {
    List<ClaimReason> all = new ArrayList<>();
    for (List<ClaimReason> each : lists) {
      all.addAll(each);
    }
    return all;
  }
}

package dev.prlease.core.claim;

import static dev.prlease.api.claim.ClaimReason.Code.CONFIRMED_TOO_LATE;
import static dev.prlease.api.claim.ClaimReason.Code.EVIDENCE_CHANGED;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimEvidence;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.PendingClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a grant that was written may be confirmed, now that the evidence was collected again.
 *
 * <h2>Two claims with one branch</h2>
 *
 * Claims on two issues lie in two slots, and no exchange spans both. So a grant is first written as
 * pending, and only then looks whether another claim has its branch; pending ones count. Of two
 * that are granted at once, the one that wrote later sees the other: pending, confirmed, or given
 * up by then. Since nobody confirms who sees another, never both confirm. So that not both give up
 * either, the two are put in an order that both see alike, by the times and keys in their records:
 * who comes later gives up at once, and who comes first waits a little for that.
 */
public final class ConfirmationRules {
  private ConfirmationRules() {}

  /** On what ground {@code disposition} grants; empty if it grants nothing new. */
  public static Optional<ClaimGrant.Kind> kind(ClaimDisposition disposition) {
    if (disposition instanceof ClaimDisposition.Fresh) {
      return Optional.of(ClaimGrant.Kind.FRESH);
    }
    if (disposition instanceof ClaimDisposition.ExactOwnerRenewal) {
      return Optional.of(ClaimGrant.Kind.EXACT_OWNER);
    }
    return disposition instanceof ClaimDisposition.ForeignReclaim
        ? Optional.of(ClaimGrant.Kind.TAKEN_OVER)
        : Optional.empty();
  }

  /**
   * Why {@code pending} may not be confirmed: all reasons.
   *
   * @param kind on what ground it was granted
   * @param before the evidence that it was granted on
   * @param again the evidence collected since
   */
  public static List<ClaimReason> againstConfirming(
      PendingClaim pending,
      ClaimGrant.Kind kind,
      ClaimRequest request,
      ClaimEvidence before,
      ClaimEvidence again,
      ClaimTime now) {
    List<ClaimReason> reasons = new ArrayList<>();
    ClaimDisposition judged = ClaimRules.judge(pending.prior(), request, again, now);
    if (judged instanceof ClaimDisposition.Refused refused) {
      reasons.addAll(
          kind == ClaimGrant.Kind.EXACT_OWNER
              ? refused.againstRenewal()
              : refused.againstTakeover());
    } else if (!kind(judged).equals(Optional.of(kind))) {
      reasons.add(
          new ClaimReason(
              EVIDENCE_CHANGED,
              "a grant that is " + kind.text(),
              kind(judged).map(ClaimGrant.Kind::text).orElse("none")));
    }
    if (kind == ClaimGrant.Kind.EXACT_OWNER) {
      checkUnmoved("local head ", before.localHead(), again.localHead(), reasons);
      checkUnmoved("remote head ", before.remoteHead(), again.remoteHead(), reasons);
    }
    if (now.isPerhapsPast(pending.until())) {
      reasons.add(
          new ClaimReason(
              CONFIRMED_TOO_LATE,
              "a confirmation before " + pending.until(),
              now.now().toString()));
    }
    return reasons;
  }

  private static <T> void checkUnmoved(
      String what, Evidence<T> before, Evidence<T> again, List<ClaimReason> reasons) {
    if (again.value().isPresent() && !again.value().equals(before.value())) {
      reasons.add(
          new ClaimReason(EVIDENCE_CHANGED, what + before.describe(), what + again.describe()));
    }
  }

  /**
   * Whether {@code own}, which is pending, waits for {@code other} to give up rather than give up
   * itself. Of two pending claims, each held by somebody else, exactly one does.
   */
  public static boolean isAheadOf(LeaseRecord own, LeaseRecord other) {
    Optional<PendingClaim> mine = own.claim().flatMap(Claim::pending);
    Optional<PendingClaim> theirs = other.claim().flatMap(Claim::pending);
    if (mine.isEmpty() || theirs.isEmpty()) {
      return mine.isEmpty();
    }
    int order = mine.get().since().compareTo(theirs.get().since());
    return order != 0
        ? order < 0
        : own.key().canonical().toString().compareTo(other.key().canonical().toString()) < 0;
  }
}

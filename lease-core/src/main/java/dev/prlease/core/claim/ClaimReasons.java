package dev.prlease.core.claim;

import static dev.prlease.api.claim.ClaimReason.Code.EXPIRED;
import static dev.prlease.api.claim.ClaimReason.Code.LIVE;
import static dev.prlease.api.claim.ClaimReason.Code.NOT_A_CLAIM;
import static dev.prlease.api.claim.ClaimReason.Code.NOT_EXPIRED;
import static dev.prlease.api.claim.ClaimReason.Code.NO_CLAIM;
import static dev.prlease.api.claim.ClaimReason.Code.OTHER_SESSION;
import static dev.prlease.api.claim.ClaimReason.Code.PENDING;
import static dev.prlease.api.claim.ClaimReason.Code.RECORDED_PROCESS_NOT_DEAD;
import static dev.prlease.api.claim.ClaimReason.Code.RECORDED_WORKTREE_NOT_GONE;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimEvidence;
import dev.prlease.api.claim.ClaimReason;
import java.util.List;
import java.util.Optional;

/** Reasons that a record gives, in words. */
public final class ClaimReasons {
  private ClaimReasons() {}

  /** That neither ground for a takeover is proven. */
  static List<ClaimReason> withoutGround(ClaimEvidence evidence) {
    return List.of(
        new ClaimReason(
            RECORDED_PROCESS_NOT_DEAD,
            "the recorded process proven dead, or the recorded worktree gone",
            evidence.recordedProcess().describe()),
        new ClaimReason(
            RECORDED_WORKTREE_NOT_GONE,
            "the recorded worktree proven gone, or the recorded process dead",
            evidence.recordedWorktree().describe()));
  }

  /** That there is no claim. */
  public static ClaimReason noClaim() {
    return new ClaimReason(NO_CLAIM, "a claim on the issue", "none");
  }

  /** That the slot holds a lease, and no claim. */
  static ClaimReason notAClaim(LeaseRecord record) {
    return new ClaimReason(
        NOT_A_CLAIM,
        "a claim with all its fields",
        "a lease of session " + record.owner() + " without them");
  }

  /** That it is another claimant's, and live. */
  static ClaimReason live(LeaseRecord record) {
    return new ClaimReason(LIVE, "no live claim, or one of one's own", describe(record));
  }

  /** That {@code record} is the session's already, and live. */
  public static ClaimReason notExpired(LeaseRecord record) {
    return new ClaimReason(NOT_EXPIRED, "an expired claim", describe(record));
  }

  /** That it has expired. */
  public static ClaimReason expired(LeaseRecord record) {
    return new ClaimReason(EXPIRED, "a live claim", describe(record));
  }

  /** That it waits for its confirmation. */
  static ClaimReason pending(LeaseRecord record) {
    return new ClaimReason(PENDING, "a claim that is confirmed", describe(record));
  }

  /** That another session than {@code wanted} holds it. */
  public static ClaimReason otherSession(LeaseRecord record, SessionId wanted) {
    return new ClaimReason(OTHER_SESSION, "session " + wanted, describe(record));
  }

  /** Whose claim it is and until when, for people. */
  public static String describe(LeaseRecord record) {
    Optional<Claim> claim = record.claim();
    String whose = claim.map(known -> known.terms().claimant() + " in ").orElse("");
    String waiting =
        claim
            .flatMap(Claim::pending)
            .map(pending -> ", to be confirmed by " + pending.until())
            .orElse("");
    return whose
        + "session "
        + record.owner()
        + " on "
        + record.key()
        + ", until "
        + record.expiresAt()
        + waiting;
  }
}

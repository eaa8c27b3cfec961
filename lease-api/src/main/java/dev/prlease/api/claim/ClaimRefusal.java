package dev.prlease.api.claim;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Why a claim was refused: every reason, not the first.
 *
 * @param key the issue
 * @param session who asked
 * @param step what was asked for
 * @param reasons all of them, in the order in which they are judged; one at least
 * @param found the record that was judged, if the slot held one
 * @param aftermath what became of the slot
 */
public record ClaimRefusal(
    LeaseKey key,
    SessionId session,
    Step step,
    List<ClaimReason> reasons,
    Optional<LeaseRecord> found,
    Aftermath aftermath) {
  /** What can be asked of a claim. */
  public enum Step {
    /** To have it, on whatever ground there is. */
    TAKE,
    /** To keep it. */
    HEARTBEAT,
    /** To renew it as its exact owner after it expired. */
    RENEW,
    /** To take it over after it expired. */
    TAKE_OVER,
    /** To go on in another session. */
    ADOPT,
    /** To give it back. */
    RELEASE,
    /** To free an expired one. */
    RECLAIM,
    /** To act on it. */
    VERIFY;

    /** The name in messages: lower-case words joined by hyphens. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** What became of the slot. */
  public enum Aftermath {
    /** Nothing was written. */
    NOTHING_WRITTEN,
    /** A grant was written, and what was there before was put back. */
    PUT_BACK,
    /** A grant was written, and somebody else has replaced it since. */
    REPLACED,
    /**
     * A grant was written and stays unconfirmed: nobody may act on it, its exact owner may take it
     * again, and from the time that it names anybody may put back what was there before.
     */
    LEFT_PENDING
  }

  private static final Set<ClaimReason.Code> LIVE_CODES =
      Set.of(ClaimReason.Code.LIVE, ClaimReason.Code.PENDING, ClaimReason.Code.COMPETING_CLAIM);

  /** What lies in the slot is nobody's claim on the issue. */
  private static final Set<ClaimReason.Code> NO_CLAIM_THERE =
      Set.of(
          ClaimReason.Code.UNREADABLE,
          ClaimReason.Code.NOT_A_CLAIM,
          ClaimReason.Code.KEY_MISMATCH,
          ClaimReason.Code.HOST_DIFFERS,
          ClaimReason.Code.OWNER_DIFFERS,
          ClaimReason.Code.REPOSITORY_DIFFERS,
          ClaimReason.Code.NUMBER_DIFFERS);

  /**
   * Copies the reasons; refuses null.
   *
   * @throws IllegalArgumentException if there is no reason
   */
  public ClaimRefusal {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(step, "step");
    reasons = List.copyOf(reasons);
    Objects.requireNonNull(found, "found");
    Objects.requireNonNull(aftermath, "aftermath");
    if (reasons.isEmpty()) {
      throw new IllegalArgumentException("a refusal has a reason");
    }
  }

  /** The codes of the reasons, in their order, each once. */
  public List<ClaimReason.Code> codes() {
    return reasons.stream().map(ClaimReason::code).distinct().toList();
  }

  /** What to do about it: one sentence. */
  public String nextStep() {
    List<ClaimReason.Code> codes = codes();
    if (codes.stream().anyMatch(NO_CLAIM_THERE::contains)) {
      return "Have an operator look at it, and end it with a reason: prlease break.";
    }
    if (codes.contains(ClaimReason.Code.OTHER_SESSION)) {
      return "If that session is yours and has ended, adopt the claim from it.";
    }
    if (codes.stream().anyMatch(LIVE_CODES::contains)) {
      return "Stand down: do not push, rebase or open a pull request for it.";
    }
    if (codes.contains(ClaimReason.Code.EXPIRED)) {
      return "Do not act on it. Renew it as its exact owner.";
    }
    if (codes.contains(ClaimReason.Code.NO_CLAIM)) {
      return "Do not act on it. Take the claim first.";
    }
    if (codes.contains(ClaimReason.Code.NOT_EXPIRED)) {
      return "Keep it with a heartbeat: only an expired claim is renewed.";
    }
    if (codes.contains(ClaimReason.Code.OVERTAKEN)) {
      return "Look who holds it now, and stand down unless that is you.";
    }
    return "Mend every reason that is told, then ask again; nothing can be declared instead.";
  }

  /** The same as of another end. */
  public ClaimRefusal with(Aftermath other) {
    return new ClaimRefusal(key, session, step, reasons, found, other);
  }
}

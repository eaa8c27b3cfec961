package dev.prlease.api;

import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import java.util.Optional;

/**
 * A claim was refused. The message tells every reason.
 *
 * <p><b>What to do:</b> do not act on the issue. Mend what the reasons name, or stand down.
 */
public final class ClaimRefusedException extends LeaseException {
  private static final long serialVersionUID = 1L;

  private final transient ClaimRefusal refusal;

  /** Tells of {@code refusal}. */
  public ClaimRefusedException(ClaimRefusal refusal) {
    super("claim-refused", Optional.of(refusal.key()), message(refusal), refusal.nextStep(), null);
    this.refusal = refusal;
  }

  private static String message(ClaimRefusal refusal) {
    StringBuilder text = new StringBuilder();
    text.append(refusal.step().text())
        .append(" of ")
        .append(refusal.key())
        .append(" by session ")
        .append(refusal.session())
        .append(" is refused");
    String before = ": ";
    for (ClaimReason reason : refusal.reasons()) {
      text.append(before).append(reason);
      before = "; ";
    }
    return text.toString();
  }

  /** Every reason, and what became of the slot. */
  public ClaimRefusal refusal() {
    return refusal;
  }
}

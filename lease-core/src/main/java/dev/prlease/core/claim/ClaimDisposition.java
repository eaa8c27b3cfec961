package dev.prlease.core.claim;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRefusal;
import java.util.List;
import java.util.Objects;

/** What a slot means to a request for the claim on its issue. */
public sealed interface ClaimDisposition {
  /** Nobody has it, and nothing speaks against taking it. */
  record Fresh() implements ClaimDisposition {}

  /** The request's session has it live, on the request's terms. */
  record Ours(LeaseRecord record) implements ClaimDisposition {
    /** Refuses null. */
    public Ours {
      Objects.requireNonNull(record, "record");
    }
  }

  /** It has expired, the request is its exact owner's, and all evidence says that work goes on. */
  record ExactOwnerRenewal(LeaseRecord prior) implements ClaimDisposition {
    /** Refuses null. */
    public ExactOwnerRenewal {
      Objects.requireNonNull(prior, "prior");
    }
  }

  /**
   * It has expired, and its process is dead or its worktree gone: whoever asks may take it over.
   *
   * @param againstRenewal why it is no renewal of the exact owner
   */
  record ForeignReclaim(LeaseRecord prior, Ground ground, List<ClaimReason> againstRenewal)
      implements ClaimDisposition {
    /** Copies the reasons; refuses null. */
    public ForeignReclaim {
      Objects.requireNonNull(prior, "prior");
      Objects.requireNonNull(ground, "ground");
      againstRenewal = List.copyOf(againstRenewal);
    }
  }

  /**
   * The request gets nothing.
   *
   * @param againstRenewal every reason against a renewal as exact owner
   * @param againstTakeover every reason against taking it, free or over
   * @param against those of the two that concern whoever would have it on either ground: against
   *     the renewal for the exact owner, against a takeover for all others
   */
  record Refused(
      List<ClaimReason> againstRenewal,
      List<ClaimReason> againstTakeover,
      List<ClaimReason> against)
      implements ClaimDisposition {
    /** Copies the reasons. */
    public Refused {
      againstRenewal = List.copyOf(againstRenewal);
      againstTakeover = List.copyOf(againstTakeover);
      against = List.copyOf(against);
    }

    /** For {@code reasons}, whatever was asked. */
    static Refused always(List<ClaimReason> reasons) {
      return new Refused(reasons, reasons, reasons);
    }

    /** Every reason that concerns {@code step}. */
    public List<ClaimReason> reasons(ClaimRefusal.Step step) {
      return switch (step) {
        case RENEW -> againstRenewal;
        case TAKE_OVER -> againstTakeover;
        default -> against;
      };
    }
  }

  /** Why an expired claim may be taken over by anybody. */
  enum Ground {
    /** Its process is dead. */
    PROCESS_DEAD,
    /** Its worktree is gone. */
    WORKTREE_GONE
  }
}

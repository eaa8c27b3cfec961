package dev.prlease.core.claim;

import dev.prlease.api.ClaimRefusedException;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.ClaimRefusal;
import java.util.Objects;

/** How asking for a claim ended. */
public sealed interface ClaimResult {
  /**
   * The claim is the session's.
   *
   * @param record as it is in the store now
   * @param outcome what was done
   */
  record Granted(LeaseRecord record, Outcome outcome) implements ClaimResult {
    /** Refuses null. */
    public Granted {
      Objects.requireNonNull(record, "record");
      Objects.requireNonNull(outcome, "outcome");
    }

    @Override
    public LeaseRecord orThrow() {
      return record;
    }
  }

  /** It is not, for every reason that is told. */
  record Refused(ClaimRefusal refusal) implements ClaimResult {
    /** Refuses null. */
    public Refused {
      Objects.requireNonNull(refusal, "refusal");
    }

    @Override
    public LeaseRecord orThrow() {
      throw new ClaimRefusedException(refusal);
    }
  }

  /**
   * The claim's record.
   *
   * @throws ClaimRefusedException if it was refused
   */
  LeaseRecord orThrow();

  /** What was done. */
  enum Outcome {
    /** It was free, and is taken. */
    TAKEN,
    /** It was the session's, and is kept. */
    KEPT,
    /** It had expired, and its exact owner has renewed it. */
    RENEWED,
    /** It had expired, and was taken over. */
    TAKEN_OVER,
    /** It goes on in another session. */
    ADOPTED,
    /** Nothing: it is the session's, live and confirmed. */
    VERIFIED
  }
}

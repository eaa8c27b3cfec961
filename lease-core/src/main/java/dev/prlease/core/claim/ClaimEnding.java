package dev.prlease.core.claim;

import dev.prlease.api.ClaimRefusedException;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.ClaimRefusal;
import java.util.Objects;

/** How giving a claim back, or freeing an expired one, ended. */
public sealed interface ClaimEnding {
  /**
   * The issue is free.
   *
   * @param before the claim that ended
   */
  record Freed(LeaseRecord before) implements ClaimEnding {
    /** Refuses null. */
    public Freed {
      Objects.requireNonNull(before, "before");
    }
  }

  /**
   * A grant that was never confirmed is gone, and what was there before it is there again.
   *
   * @param pending the grant
   */
  record PutBack(LeaseRecord pending) implements ClaimEnding {
    /** Refuses null. */
    public PutBack {
      Objects.requireNonNull(pending, "pending");
    }
  }

  /** There was no claim. */
  record NothingHeld() implements ClaimEnding {}

  /** It was refused, for every reason that is told. */
  record Refused(ClaimRefusal refusal) implements ClaimEnding {
    /** Refuses null. */
    public Refused {
      Objects.requireNonNull(refusal, "refusal");
    }
  }

  /**
   * This ending, if it is one.
   *
   * @throws ClaimRefusedException if it was refused
   */
  default ClaimEnding orThrow() {
    if (this instanceof Refused refused) {
      throw new ClaimRefusedException(refused.refusal());
    }
    return this;
  }
}

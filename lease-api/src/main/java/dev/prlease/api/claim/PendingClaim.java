package dev.prlease.api.claim;

import dev.prlease.api.LeaseRecord;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A grant that was written and waits for the evidence to be collected again.
 *
 * @param since when it was written
 * @param until by when it must be confirmed; from then on whoever meets it may put back what was
 *     there before
 * @param prior the record that was there before, which is put back if it is not confirmed; none if
 *     the slot was free
 */
public record PendingClaim(Instant since, Instant until, Optional<LeaseRecord> prior) {
  /**
   * Refuses null, and a prior record that waits itself: what is put back is never pending.
   *
   * @throws IllegalArgumentException if the prior record is pending
   */
  public PendingClaim {
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(until, "until");
    if (prior.flatMap(LeaseRecord::claim).flatMap(Claim::pending).isPresent()) {
      throw new IllegalArgumentException("the record before a pending claim is pending itself");
    }
  }
}

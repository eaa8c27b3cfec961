package dev.prlease.core;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.PendingClaim;
import dev.prlease.spi.Change;
import java.util.Optional;

/**
 * What becomes of a slot whose record is given up: it is vacated, but for a claim that waits for
 * its confirmation, which gives way to what was there before it. The fence of such a grant was
 * handed to nobody, since nobody may act on it: that the slot's goes back with the record is no
 * harm.
 */
final class GivingUp {
  private GivingUp() {}

  static Change change(LeaseRecord record, Moment now) {
    return pending(record)
        .flatMap(PendingClaim::prior)
        .map(Change::hold)
        .orElseGet(() -> Change.vacate(Fence.at(now.wall()).max(record.fence())));
  }

  /** What {@code record} waits for, if it is a claim that does. */
  static Optional<PendingClaim> pending(LeaseRecord record) {
    return record.claim().flatMap(Claim::pending);
  }
}

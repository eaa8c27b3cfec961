package dev.prlease.core;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.claim.ClaimEvidence;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.api.claim.ClaimRefusal;
import java.util.Optional;

/** What a slot means to a session that wants to acquire its key. */
sealed interface Disposition {
  /** Nobody holds it. */
  record Free() implements Disposition {}

  /** The session holds it live. */
  record Ours(LeaseRecord record) implements Disposition {}

  /**
   * The session held it live when a write was made that keeps it, and no more when that landed.
   * What it replaced is put back, and judged as what it was by then.
   */
  record LapsedInFlight(LeaseRecord record) implements Disposition {}

  /** Somebody held it, and that time is over. */
  record ReclaimExpired(LeaseRecord record) implements Disposition {}

  /** What is there cannot be read, and blocks nobody. */
  record ReclaimUnreadable(LeaseSlot.Unreadable slot) implements Disposition {}

  /** Another session holds it live. */
  record HeldByOther(LeaseRecord record) implements Disposition {}

  /**
   * A claim that may be granted, on this evidence.
   *
   * @param kind on what ground
   * @param prior what it takes the place of
   */
  record Claimable(ClaimGrant.Kind kind, Optional<LeaseRecord> prior, ClaimEvidence evidence)
      implements Disposition {}

  /** A claim that may not be had. */
  record ClaimRefused(ClaimRefusal refusal) implements Disposition {}

  /** The slot holds a record of another key. */
  record Mismatch(LeaseRecord record) implements Disposition {}
}

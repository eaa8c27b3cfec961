package dev.prlease.core;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;

/**
 * Decides what a slot means to a contender. The acquire loop asks it again for each slot that it
 * sees, and knows nothing else about who may have what.
 *
 * <p>For the same slot, contender, moment and evidence they give the same disposition.
 */
interface AcquirePolicy {
  Disposition judge(LeaseSlot slot, Contender contender, Moment now);

  /** How the loop begins. */
  default Opening opening() {
    return Opening.BLIND;
  }

  /** What follows a write that was to keep a lease, and landed when that was over. */
  default LapsedInFlight lapsedInFlight() {
    return LapsedInFlight.BEGIN_ANEW;
  }

  /** {@code record}, which is about to be written, with what this kind of lease has beside. */
  default LeaseRecord complete(LeaseRecord record, Disposition disposition) {
    return record;
  }

  /** How the loop begins. */
  enum Opening {
    /** With an exchange that expects a vacant slot: one round trip for a free key. */
    BLIND,
    /** With a look: nothing is written before something was judged. */
    LOOKING
  }

  /** What follows a write that was to keep a lease, and landed when that was over. */
  enum LapsedInFlight {
    /** A new holding takes its place: the key is to be had, and nobody else had it between. */
    BEGIN_ANEW,
    /** It is taken back, and what was there judged as what it was by then. */
    TAKE_BACK
  }

  /**
   * Refuses a key that nobody may have, for whoever needs no policy else.
   *
   * @throws LeaseConfigurationException as {@link #of} does
   */
  static void checkIsThereFor(LeaseKey key) {
    AcquirePolicy.of(key);
  }

  /**
   * The policy for a lease on {@code key} that is no claim, by whatever door it is reached. A lease
   * on an issue is a claim, for which expired is not free: {@link ClaimPolicy} is made for a
   * request that says what the claim is for, and without one nobody may have it.
   *
   * @throws LeaseConfigurationException if there is no policy for such keys
   */
  static AcquirePolicy of(LeaseKey key) {
    return switch (key.kind()) {
      case PULL_REQUEST -> PullRequestPolicy.INSTANCE;
      case ISSUE ->
          throw new LeaseConfigurationException(
              "a lease on an issue is a claim, which is had by way of claims only: " + key,
              "Take it with: prlease claim take. Or lease the pull request: OWNER/NAME#NUMBER.",
              null);
    };
  }
}

package dev.prlease.core;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;

/**
 * Decides what a slot means to a contender. The acquire loop asks it again for each slot that it
 * sees, and knows nothing else about who may have what.
 *
 * <p>Implementations are pure: the same slot, contender and moment give the same disposition.
 */
interface AcquirePolicy {
  Disposition judge(LeaseSlot slot, Contender contender, Moment now);

  /**
   * Refuses a key that nobody may have, for whoever needs no policy else.
   *
   * @throws LeaseConfigurationException as {@link #of} does
   */
  static void checkIsThereFor(LeaseKey key) {
    AcquirePolicy.of(key);
  }

  /**
   * The policy for {@code key}, by whatever door it is reached. A lease on an issue is a claim, for
   * which expired is not free: until there is a policy for claims, nobody may have one.
   *
   * @throws LeaseConfigurationException if there is no policy for such keys
   */
  static AcquirePolicy of(LeaseKey key) {
    return switch (key.kind()) {
      case PULL_REQUEST -> PullRequestPolicy.INSTANCE;
      case ISSUE ->
          throw new LeaseConfigurationException(
              "leases on issues are claims, which this version of prlease does not make: " + key,
              "Lease the pull request instead: OWNER/NAME#NUMBER.",
              null);
    };
  }
}

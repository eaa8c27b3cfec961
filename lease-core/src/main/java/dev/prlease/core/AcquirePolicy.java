package dev.prlease.core;

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
   * The policy for {@code key}, by whatever door it is reached. Every kind of key has that of pull
   * requests now; claims on issues, where expired is not free, will bring their own.
   */
  static AcquirePolicy of(LeaseKey key) {
    return switch (key.kind()) {
      case PULL_REQUEST, ISSUE -> PullRequestPolicy.INSTANCE;
    };
  }
}

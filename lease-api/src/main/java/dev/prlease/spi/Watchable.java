package dev.prlease.spi;

import dev.prlease.api.LeaseKey;

/** A store that can tell when a slot changes, so that waiting for it need not be polling alone. */
public interface Watchable {
  /**
   * Calls {@code onChange} soon after the slot of {@code key} changed, perhaps also when it did
   * not; a change may be missed, so callers look for themselves now and then.
   *
   * @param onChange quick, and called on a thread of the store's; what it throws is logged and
   *     ignored
   * @return ends the watch when closed
   */
  Registration watch(LeaseKey key, Runnable onChange);
}

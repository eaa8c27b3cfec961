package dev.prlease.core;

import java.time.Instant;

/**
 * Told what becomes of a kept lease: for each start of a keeper any number of renewals, then
 * exactly one end.
 *
 * <p>Called on a pool thread, one call at a time, after the fact. It should return soon; a call of
 * more than ten seconds is interrupted. What it throws is logged and changes nothing.
 */
public interface LeaseListener {
  /** Ignores everything. */
  LeaseListener NONE = new LeaseListener() {};

  /**
   * The lease was renewed and now lasts until {@code expiresAt}; of several only the last tells.
   */
  default void renewed(Instant expiresAt) {}

  /** The keeper stopped. */
  default void ended(LeaseEnd end) {}
}

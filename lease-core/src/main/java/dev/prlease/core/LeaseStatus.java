package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of a lease at one moment.
 *
 * @param key the key; a listing may not know that of an unreadable slot
 * @param state how it stood
 * @param slot what the store held; a record from the far future shows as unreadable (rule P9)
 * @param judgedAt when, by the manager's clock
 * @param store the location of the store, for people
 */
public record LeaseStatus(
    Optional<LeaseKey> key, State state, LeaseSlot slot, Instant judgedAt, String store) {
  /** How a lease stands, as anyone but its owner sees it. */
  public enum State {
    /** Nobody holds it. */
    FREE,
    /** A session holds it live. */
    HELD,
    /** A session held it last, and its time is over: the next acquire reclaims it. */
    EXPIRED,
    /** The slot does not decode: the next acquire reclaims it and keeps a copy. */
    UNREADABLE
  }

  /** The record, where there is one that can be read. */
  public Optional<LeaseRecord> record() {
    return slot instanceof LeaseSlot.Held held ? Optional.of(held.record()) : Optional.empty();
  }
}

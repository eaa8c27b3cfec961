package dev.prlease.api;

import java.time.Instant;
import java.util.Optional;

/**
 * A live lease is held by another session.
 *
 * <p><b>What to do:</b> stand down. Log the owner; do not force-push, rebase or merge.
 */
public final class AlreadyHeldException extends LeaseException {
  private static final long serialVersionUID = 1L;

  private final transient LeaseRecord record;
  private final String store;

  /**
   * Tells of {@code record}, found live in {@code store}.
   *
   * @param store the location of the store, for people
   */
  public AlreadyHeldException(LeaseKey key, LeaseRecord record, String store) {
    super(
        "already-held",
        Optional.of(key),
        key + " is already being driven by session " + record.owner(),
        "Stand down: do not force-push, rebase or merge it. The lease is free once released, or from "
            + record.expiresAt()
            + " unless it is renewed.",
        null);
    this.record = record;
    this.store = store;
  }

  /** The record that was found. */
  public LeaseRecord record() {
    return record;
  }

  /** The session that holds the lease. */
  public SessionId owner() {
    return record.owner();
  }

  /**
   * Since when: the start of the holding, or of its last renewal where an older program wrote the
   * record.
   */
  public Instant since() {
    return record.grantedAt().orElse(record.acquiredAt());
  }

  /** Until when, unless it is renewed. */
  public Instant until() {
    return record.expiresAt();
  }

  /** The holding's fence. */
  public Fence fence() {
    return record.fence();
  }

  /** The location of the store in which it was found. */
  public String store() {
    return store;
  }
}

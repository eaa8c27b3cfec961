package dev.prlease.core;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseStoreException;
import java.util.Optional;

/** A slot in a listing, and how it stands. */
public sealed interface ListedLease {
  /** What the store calls the slot, for people. Unique in a listing. */
  String slotName();

  /** The key whose slot it is, where that is known. */
  Optional<LeaseKey> key();

  /**
   * A lease, live or expired, or an unreadable slot.
   *
   * @param status how it stands
   */
  record Shown(String slotName, LeaseStatus status) implements ListedLease {
    @Override
    public Optional<LeaseKey> key() {
      return status.key();
    }
  }

  /**
   * A record in the slot of another key. It blocks {@code key} until somebody breaks it, and nobody
   * holds its own key by it (rule P8).
   *
   * @param record what lies there
   */
  record Misplaced(String slotName, Optional<LeaseKey> key, LeaseRecord record)
      implements ListedLease {}

  /**
   * A slot that could not be read: nobody knows how it stands.
   *
   * @param trouble what stood in the way
   */
  record Troubled(String slotName, Optional<LeaseKey> key, LeaseStoreException trouble)
      implements ListedLease {}
}

package dev.prlease.gate.guard;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import java.util.Optional;

/**
 * What another session holds, or may hold.
 *
 * @param key the pull request
 * @param record the lease; empty if it cannot be read, and then nobody knows whose it is
 */
public record Held(LeaseKey key, Optional<LeaseRecord> record) {
  /** By a lease. */
  static Held by(LeaseRecord record) {
    return new Held(record.key(), Optional.of(record));
  }

  /** By nobody knows whom. */
  static Held unreadable(LeaseKey key) {
    return new Held(key, Optional.empty());
  }
}

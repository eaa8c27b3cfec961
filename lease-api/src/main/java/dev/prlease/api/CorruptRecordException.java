package dev.prlease.api;

import java.util.Optional;

/**
 * What the store holds for the key does not decode as a record, or was acquired more than 24 h in
 * the future.
 *
 * <p><b>What to do:</b> nothing is held by it; the next acquire reclaims it safely and keeps a
 * copy.
 */
public final class CorruptRecordException extends LeaseException {
  private static final long serialVersionUID = 1L;

  /** {@code reason} says what is wrong with it, in one clause. */
  public CorruptRecordException(LeaseKey key, String reason) {
    super(
        "corrupt-record",
        Optional.of(key),
        "the record of " + key + " is unreadable: " + reason,
        "Acquire the lease: that reclaims the record and keeps a copy of it.",
        null);
  }
}

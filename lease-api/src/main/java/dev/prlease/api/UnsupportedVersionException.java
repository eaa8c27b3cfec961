package dev.prlease.api;

import java.util.Optional;

/**
 * The record says that it has a schema version unknown to this program.
 *
 * <p><b>What to do:</b> the next acquire reclaims it safely and keeps a copy. Before you do, see
 * whether the sessions that share the store run a newer prlease, and update this one.
 */
public final class UnsupportedVersionException extends LeaseException {
  private static final long serialVersionUID = 1L;

  /** {@code reason} names the version found. */
  public UnsupportedVersionException(LeaseKey key, String reason) {
    super(
        "unsupported-version",
        Optional.of(key),
        "the record of " + key + " is of another version: " + reason,
        "Update prlease, or acquire the lease: that reclaims the record and keeps a copy of it.",
        null);
  }
}

package dev.prlease.api;

import java.util.Optional;

/**
 * The slot of this key holds a record of another key: it is never taken for free, nor for ours
 * (rule P8).
 *
 * <p><b>What to do:</b> find out who wrote it there. Two programs may disagree on how keys map to
 * slots, or somebody copied or renamed a file.
 */
public final class KeyMismatchException extends LeaseException {
  private static final long serialVersionUID = 1L;

  private final transient LeaseRecord found;

  /** The slot of {@code key} holds {@code found}. */
  public KeyMismatchException(LeaseKey key, LeaseRecord found, String store) {
    super(
        "key-mismatch",
        Optional.of(key),
        "the slot of "
            + key
            + " in "
            + store
            + " holds a record of "
            + found.key()
            + " (session "
            + found.owner()
            + ")",
        "Find out who wrote it there; once nobody needs it, break it with a reason.",
        null);
    this.found = found;
  }

  /** The record found. */
  public LeaseRecord found() {
    return found;
  }
}

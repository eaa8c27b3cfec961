package dev.prlease.cli;

import dev.prlease.api.LeaseKey;

/** A signal came while something was done about a lease: exit code 130. */
public final class LeaseInterruptedException extends InterruptedException {
  private static final long serialVersionUID = 1L;

  private final transient LeaseKey key;

  /**
   * Tells.
   *
   * @param key what was being acquired, or waited for, or acted under
   * @param message what was interrupted, and what becomes of the lease
   */
  public LeaseInterruptedException(LeaseKey key, String message) {
    super(message);
    this.key = key;
  }

  /** What it was about. */
  public LeaseKey key() {
    return key;
  }
}

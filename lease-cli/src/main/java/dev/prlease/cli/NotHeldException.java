package dev.prlease.cli;

import dev.prlease.api.LeaseKey;

/**
 * The session does not hold the lease, or not any more: exit code 76. For what this program itself
 * found out; what the store says comes as {@link dev.prlease.api.NotOwnerException}.
 */
public final class NotHeldException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient LeaseKey key;
  private final String nextStep;

  /**
   * Tells.
   *
   * @param key what is not held
   * @param message what happened, and to what
   * @param nextStep what to do about it
   */
  public NotHeldException(LeaseKey key, String message, String nextStep) {
    super(message);
    this.key = key;
    this.nextStep = nextStep;
  }

  /** What is not held. */
  public LeaseKey key() {
    return key;
  }

  /** What to do about it. */
  public String nextStep() {
    return nextStep;
  }
}

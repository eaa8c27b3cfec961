package dev.prlease.cli;

/** The command does not go on, for a reason that has an exit code of its own. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final String nextStep;

  /**
   * Refuses.
   *
   * @param code the exit code
   * @param message what happened, and to what
   * @param nextStep what to do about it
   */
  public RefusedException(int code, String message, String nextStep) {
    super(message);
    this.code = code;
    this.nextStep = nextStep;
  }

  /** The exit code. */
  public int code() {
    return code;
  }

  /** What to do about it. */
  public String nextStep() {
    return nextStep;
  }
}

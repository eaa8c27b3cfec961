package dev.prlease.cli.syntax;

/** The command was called wrongly: exit code 64. The message says how, and about what. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String nextStep;

  /** {@code message} says what is wrong, {@code nextStep} what to type instead. */
  public UsageException(String message, String nextStep) {
    super(message);
    this.nextStep = nextStep;
  }

  /** What to do about it. */
  public String nextStep() {
    return nextStep;
  }
}

package dev.prlease.mcp.tool;

/** A call that does not fit its tool. */
final class UnfitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String nextStep;

  UnfitException(String message, String nextStep) {
    super(message);
    this.nextStep = nextStep;
  }

  /** What to do about it. */
  String nextStep() {
    return nextStep;
  }
}

package dev.prlease.gate.push;

/** Ends the work on a push with an outcome that is known before anything was sent. */
final class Halt extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient PushOutcome outcome;

  private Halt(PushOutcome outcome) {
    super(outcome.toString(), null, false, false);
    this.outcome = outcome;
  }

  static Halt with(PushOutcome outcome) {
    return new Halt(outcome);
  }

  static Halt refused(String why, String nextStep) {
    return new Halt(new PushOutcome.Refused(why, nextStep));
  }

  PushOutcome outcome() {
    return outcome;
  }
}

package dev.prlease.gate.guard;

/** What a guard says of a command. It never says yes: that is for its user to say. */
public sealed interface Verdict {
  /** Nothing stands in the way as far as leases go. */
  record NoOpinion() implements Verdict {}

  /**
   * It must not run.
   *
   * @param held what another session holds, or may hold
   * @param why what the command would do to that pull request, as a clause with its subject
   * @param certainty whether that is known
   */
  record Deny(Held held, String why, Certainty certainty) implements Verdict {}

  /** Whether it is known that a pull request would be hit. */
  enum Certainty {
    /** It is. */
    KNOWN,
    /** It could not be told apart. */
    POSSIBLE
  }
}

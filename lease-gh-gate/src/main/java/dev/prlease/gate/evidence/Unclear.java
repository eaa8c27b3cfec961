package dev.prlease.gate.evidence;

/** Ends a look at something that it could not find out. */
final class Unclear extends Exception {
  private static final long serialVersionUID = 1L;

  /** What keeps it from being known. */
  enum Kind {
    /** There is no answer. */
    UNKNOWN,
    /** There are two, and both cannot be right. */
    CONTRADICTORY
  }

  private final Kind kind;
  private final String why;

  private Unclear(Kind kind, String why) {
    super(why, null, false, false);
    this.kind = kind;
    this.why = why;
  }

  /** It is unknown. */
  static Unclear because(String why) {
    return new Unclear(Kind.UNKNOWN, why);
  }

  /** Two answers contradict each other. */
  static Unclear contradiction(String what) {
    return new Unclear(Kind.CONTRADICTORY, what);
  }

  Kind kind() {
    return kind;
  }

  String why() {
    return why;
  }
}

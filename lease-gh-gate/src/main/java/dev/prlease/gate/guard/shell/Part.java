package dev.prlease.gate.guard.shell;

/** A piece of a word, as it is written. */
public sealed interface Part {
  /** Whether quotes or a backslash protect it. */
  enum Quoting {
    /** Nothing does: the shell may split it. */
    BARE,
    /** It stays one piece. */
    QUOTED
  }

  /** How it is written. */
  Quoting quoting();

  /** Text that stands for itself; {@link Marks#BRANCH} and {@link Marks#TOP} may be in it. */
  record Text(String value, Quoting quoting) implements Part {}

  /** A variable. */
  record Variable(String name, Quoting quoting) implements Part {}

  /** What only the shell can tell. */
  record Unknown(Quoting quoting) implements Part {}
}

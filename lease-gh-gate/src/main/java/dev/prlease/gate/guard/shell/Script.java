package dev.prlease.gate.guard.shell;

import java.util.List;

/**
 * A script as far as it could be read.
 *
 * @param nodes what was read
 * @param reading whether that is all
 */
public record Script(List<Node> nodes, Reading reading) {
  /** Whether a script was read to its end. */
  public enum Reading {
    /** It was. */
    WHOLE,
    /** A quote or bracket is not closed, or it is nested beyond all measure. */
    BROKEN
  }

  /** Reads {@code text}, in time proportional to its length. Never throws. */
  public static Script read(String text) {
    return new ScriptReader(Marks.clean(text), 0).readAll();
  }
}

package dev.prlease.cli.output;

/** Colours of a terminal, or none. */
public enum Palette {
  /** No colours: not a terminal, or not wanted. */
  PLAIN,
  /** The eight colours that every terminal has. */
  COLOURS;

  /** Good news. */
  public String good(String text) {
    return paint("32", text);
  }

  /** Something stands in the way. */
  public String busy(String text) {
    return paint("33", text);
  }

  /** Something is wrong. */
  public String bad(String text) {
    return paint("31", text);
  }

  private String paint(String colour, String text) {
    return this == PLAIN ? text : "\u001b[" + colour + "m" + text + "\u001b[0m";
  }
}

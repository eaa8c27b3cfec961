package dev.prlease.gate.guard.shell;

/** A place in a text, and whether the text made sense up to there. */
final class Cursor {
  private final String text;
  private int at;
  private boolean broken;

  Cursor(String text) {
    this.text = text;
  }

  boolean isAtEnd() {
    return at >= text.length();
  }

  /** The next character; a line end at the end. */
  char peek() {
    return peek(0);
  }

  char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : '\n';
  }

  boolean has(String next) {
    return text.startsWith(next, at);
  }

  char take() {
    return text.charAt(at++);
  }

  void skip(int count) {
    at = Math.min(text.length(), at + count);
  }

  boolean takeIf(String next) {
    if (has(next)) {
      at += next.length();
      return true;
    }
    return false;
  }

  /** Takes all before {@code end}, and {@code end}; to the end of the text if it is not there. */
  String takeTo(char end) {
    int found = text.indexOf(end, at);
    if (found < 0) {
      String rest = text.substring(at);
      at = text.length();
      broken = true;
      return rest;
    }
    String part = text.substring(at, found);
    at = found + 1;
    return part;
  }

  /** Takes the rest of this line and its end. */
  String takeLine() {
    int found = text.indexOf('\n', at);
    int end = found < 0 ? text.length() : found;
    String line = text.substring(at, end);
    at = Math.min(text.length(), end + 1);
    return line;
  }

  /** Stops before the end of this line. */
  void skipLine() {
    int found = text.indexOf('\n', at);
    at = found < 0 ? text.length() : found;
  }

  /**
   * Takes what stands before the two parentheses that close an arithmetic expression, and those; or
   * nothing, if what follows is no such expression.
   */
  boolean takeArithmetic(StringBuilder inner) {
    int open = 0;
    for (int i = at; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '(') {
        open++;
      } else if (c == ')') {
        if (open == 0) {
          if (i + 1 < text.length() && text.charAt(i + 1) == ')') {
            inner.append(text, at, i);
            at = i + 2;
            return true;
          }
          return false;
        }
        open--;
      }
    }
    giveUp();
    return true;
  }

  void markBroken() {
    broken = true;
  }

  void giveUp() {
    broken = true;
    at = text.length();
  }

  boolean isBroken() {
    return broken;
  }
}

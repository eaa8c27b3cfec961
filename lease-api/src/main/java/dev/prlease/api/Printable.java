package dev.prlease.api;

/**
 * Which characters are fit for a terminal, a log or a message. The others are written as escapes:
 * they might move the cursor, turn the direction of the text, end the line, or show nothing.
 */
public final class Printable {
  private static final String HEX = "0123456789abcdef";

  private Printable() {}

  /** Whether {@code codePoint} prints; half of a surrogate pair does not. */
  public static boolean is(int codePoint) {
    if (codePoint >= ' ' && codePoint < 0x7f) {
      return true;
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /**
   * Text from outside, fit to stand in a message: in single quotes, cut after about {@code most}
   * characters, and with what does not print written as {@code \}{@code uXXXX}.
   */
  public static String quote(String text, int most) {
    StringBuilder quoted = new StringBuilder("'");
    int at = 0;
    while (at < text.length() && at < most) {
      int codePoint = text.codePointAt(at);
      if (is(codePoint)) {
        quoted.appendCodePoint(codePoint);
      } else {
        appendEscaped(quoted, codePoint);
      }
      at += Character.charCount(codePoint);
    }
    return quoted.append(at < text.length() ? "…'" : "'").toString();
  }

  /** Appends {@code \}{@code uXXXX}, twice for a code point that takes two characters. */
  public static void appendEscaped(StringBuilder to, int codePoint) {
    for (char c : Character.toChars(codePoint)) {
      to.append("\\u");
      for (int shift = 12; shift >= 0; shift -= 4) {
        to.append(HEX.charAt((c >> shift) & 0xf));
      }
    }
  }
}

package dev.prlease.cli.output;

/** Writes text so that a shell reads it as one word. */
public final class ShellQuote {
  private static final String PLAIN = "@%+=:,./_-#";

  private ShellQuote() {}

  /** {@code text} in single quotes, unless it needs none. */
  public static String word(String text) {
    return isPlain(text) ? text : always(text);
  }

  /** {@code text} in single quotes. */
  public static String always(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static boolean isPlain(String text) {
    if (text.isEmpty() || text.charAt(0) == '#' || text.charAt(0) == '=') {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!word && PLAIN.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }
}

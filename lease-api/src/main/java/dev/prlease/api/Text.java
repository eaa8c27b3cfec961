package dev.prlease.api;

import java.util.Locale;

/** ASCII-only text rules, the same under every locale. */
final class Text {
  /**
   * What decoding leaves for bytes that are no text in the expected encoding. Different bytes leave
   * the same, so an identifier that has it could be anybody's.
   */
  static final char REPLACEMENT = '\ufffd';

  private Text() {}

  /** Folds {@code A}–{@code Z} only: what a forge folds in host, owner and repository names. */
  static String foldAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        return foldFrom(text, i);
      }
    }
    return text;
  }

  private static String foldFrom(String text, int first) {
    char[] folded = text.toCharArray();
    for (int i = first; i < folded.length; i++) {
      if (folded[i] >= 'A' && folded[i] <= 'Z') {
        folded[i] = (char) (folded[i] + ('a' - 'A'));
      }
    }
    return new String(folded);
  }

  /** Shows text from outside in a message: cut short, control characters escaped, in quotes. */
  static String quote(String text) {
    StringBuilder quoted = new StringBuilder("'");
    int shown = Math.min(text.length(), 80);
    for (int i = 0; i < shown; i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append(shown < text.length() ? "…'" : "'").toString();
  }
}

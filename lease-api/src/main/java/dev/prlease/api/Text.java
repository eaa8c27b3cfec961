package dev.prlease.api;

import java.time.Duration;

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

  /** Shows text from outside in a message. */
  static String quote(String text) {
    return Printable.quote(text, 80);
  }

  /**
   * A length of time as people read it: {@code 25h}, {@code 1m 30s}; to the second, and under one
   * in milliseconds.
   */
  static String span(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds == 0) {
      return duration.toMillis() + "ms";
    }
    StringBuilder text = new StringBuilder();
    append(text, seconds / 3_600, "h");
    append(text, seconds / 60 % 60, "m");
    append(text, seconds % 60, "s");
    return text.toString();
  }

  private static void append(StringBuilder text, long count, String unit) {
    if (count != 0) {
      text.append(text.length() == 0 ? "" : " ").append(count).append(unit);
    }
  }
}

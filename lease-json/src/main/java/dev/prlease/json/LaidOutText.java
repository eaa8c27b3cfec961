package dev.prlease.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Steps over JSON that is laid out as {@link Json.Layout#INDENTED} writes it, in plain ASCII.
 *
 * <p>Whoever reads says what must come next. At the first thing that is different all is
 * {@linkplain #isLost() lost}: what is read from then on means nothing, and the bytes must be read
 * in another way. It compares whole names with the white space around them, and makes no object but
 * the texts that are asked for: that is several times as fast as parsing.
 */
final class LaidOutText {
  /** With as much white space as the deepest object takes: that of a holder. */
  private static final byte[] NEW_LINE = bytes("\n      ");

  private static final int MOST_DIGITS = 18;

  private final byte[] text;
  private final int length;
  private int at;
  private int level;
  private boolean first;
  private boolean lost;

  /** The first {@code length} of {@code text}. */
  LaidOutText(byte[] text, int length) {
    this.text = text;
    this.length = length;
  }

  /** A name, or another text that is looked for. */
  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Whether anything was not what it had to be, so that nothing read so far counts. */
  boolean isLost() {
    return lost;
  }

  /** What was read is not what it has to be. */
  void lose() {
    lost = true;
  }

  /** Nothing may follow. */
  void end() {
    lost |= at != length;
  }

  /** An object begins. */
  void open() {
    must(skip('{'));
    level++;
    first = true;
  }

  /** The object ends. */
  void close() {
    level--;
    // One without members has no line of its own.
    must(!first && newLine() && skip('}'));
    first = false;
  }

  /**
   * Whether the next member is {@code name}; then its value is next.
   *
   * @param name with its quotes, the colon and the blank
   */
  boolean has(byte[] name) {
    int from = at;
    if (!lost && (first || skip(',')) && newLine() && skip(name)) {
      first = false;
      return true;
    }
    at = from;
    return false;
  }

  /** The next member must be {@code name}. */
  void member(byte[] name) {
    must(has(name));
  }

  /** Whether {@code word} is next; if so, it is over. */
  boolean skip(byte[] word) {
    if (length - at < word.length
        || !Arrays.equals(text, at, at + word.length, word, 0, word.length)) {
      return false;
    }
    at += word.length;
    return true;
  }

  /** A whole number of 0 or more. */
  long number() {
    int from = at;
    long value = 0;
    while (at < length && text[at] >= '0' && text[at] <= '9' && at - from < MOST_DIGITS) {
      value = value * 10 + (text[at] - '0');
      at++;
    }
    must(at > from && (text[from] != '0' || at == from + 1));
    return value;
  }

  /** A text without escapes. */
  String text() {
    int from = textStart();
    return lost ? "" : new String(text, from, at - 1 - from, StandardCharsets.ISO_8859_1);
  }

  /** The same, for one that is likely to be the same as {@code last}. */
  String text(LastText last) {
    int from = textStart();
    return lost ? "" : last.or(text, from, at - 1);
  }

  /** Steps over a text, and says where it started behind its quote. */
  private int textStart() {
    must(skip('"'));
    int from = at;
    while (at < length && isPlain(text[at])) {
      at++;
    }
    must(skip('"'));
    return from;
  }

  private static boolean isPlain(byte c) {
    return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
  }

  private boolean newLine() {
    int count = 1 + 2 * level;
    if (length - at < count || !Arrays.equals(text, at, at + count, NEW_LINE, 0, count)) {
      return false;
    }
    at += count;
    return true;
  }

  private boolean skip(char c) {
    if (at >= length || text[at] != c) {
      return false;
    }
    at++;
    return true;
  }

  private void must(boolean right) {
    lost |= !right;
  }
}

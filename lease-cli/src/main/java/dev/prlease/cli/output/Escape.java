package dev.prlease.cli.output;

import dev.prlease.api.Printable;
import java.nio.charset.StandardCharsets;

/**
 * Makes text from outside fit for a terminal: a record that somebody else wrote may hold escape
 * sequences, line ends, or characters that reverse the direction of the text.
 */
public final class Escape {
  private static final int LONGEST = 300;
  private static final int LONGEST_MESSAGE = 4_000;

  private Escape() {}

  /** {@code text} on one line, with everything that does not print written as {@code \\uXXXX}. */
  public static String line(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isPlain(text.charAt(i)) && mustEscape(text, i)) {
        return escapeFrom(text, i);
      }
    }
    return text;
  }

  /** {@code text} cut to a length that a line of a report can bear. */
  public static String clip(String text) {
    return clip(text, LONGEST);
  }

  /** {@code text} cut to a length that a terminal can bear. */
  static String clipMessage(String text) {
    return clip(text, LONGEST_MESSAGE);
  }

  private static String clip(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
    return text.substring(0, end) + "...";
  }

  /**
   * JSON text with what does not print escaped too. Such characters stand in string literals only,
   * but for the line ends of the layout, so that replacing them in the finished text is safe.
   */
  public static String json(String text) {
    return isPlain(text) ? text : escapeLines(text);
  }

  /**
   * Whether all is ASCII that prints, and nothing has to be looked at more closely. Nearly all is,
   * and an answer may be of a hundred thousand leases: bytes are looked through several times as
   * fast as the characters of a string. A question mark may stand for half of a surrogate pair.
   */
  private static boolean isPlain(String text) {
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if ((b < ' ' && b != '\n') || b == '?' || b == 0x7f) {
        return false;
      }
    }
    return true;
  }

  private static String escapeLines(String text) {
    StringBuilder lines = new StringBuilder(text.length());
    int from = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      lines.append(line(text.substring(from, end))).append('\n');
      from = end + 1;
    }
    return lines.append(line(text.substring(from))).toString();
  }

  private static String escapeFrom(String text, int first) {
    StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, first);
    for (int i = first; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isPlain(c) && mustEscape(text, i)) {
        Printable.appendEscaped(escaped, c);
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /** The usual case, so short that the compiler puts it where it is asked. */
  private static boolean isPlain(char c) {
    return c >= ' ' && c < 0x7f;
  }

  private static boolean mustEscape(String text, int at) {
    char c = text.charAt(at);
    if (Character.isSurrogate(c)) {
      return !isPrintablePair(text, at);
    }
    return !Printable.is(c);
  }

  private static boolean isPrintablePair(String text, int at) {
    char c = text.charAt(at);
    int high = Character.isHighSurrogate(c) ? at : at - 1;
    return high >= 0
        && high + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(high), text.charAt(high + 1))
        && Printable.is(text.codePointAt(high));
  }
}

package dev.prlease.gate.guard.shell;

/** Text in {@code $'…'}, where a backslash writes any character. */
final class AnsiQuote {
  private AnsiQuote() {}

  /** Takes the rest, and the quote that ends it. */
  static String take(Cursor text) {
    StringBuilder value = new StringBuilder();
    while (!text.isAtEnd()) {
      char c = text.take();
      if (c == '\'') {
        return value.toString();
      }
      if (c == '\\' && !text.isAtEnd()) {
        escape(text, value);
      } else {
        value.append(c);
      }
    }
    text.markBroken();
    return value.toString();
  }

  private static void escape(Cursor text, StringBuilder value) {
    char c = text.take();
    switch (c) {
      case 'n' -> value.append('\n');
      case 't' -> value.append('\t');
      case 'r' -> value.append('\r');
      case 'a', 'b', 'e', 'E', 'f', 'v' -> value.append(' ');
      case 'x' -> number(text, value, 16, 2, 0);
      case 'u' -> number(text, value, 16, 4, 0);
      case 'U' -> number(text, value, 16, 8, 0);
      case 'c' -> text.skip(1);
      case '0', '1', '2', '3', '4', '5', '6', '7' -> number(text, value, 8, 2, c - '0');
      default -> value.append(c);
    }
  }

  private static void number(Cursor text, StringBuilder value, int radix, int most, int first) {
    int number = first;
    for (int i = 0; i < most && !text.isAtEnd(); i++) {
      int digit = Character.digit(text.peek(), radix);
      if (digit < 0 || text.peek() > 0x7f) {
        break;
      }
      number = number * radix + digit;
      text.skip(1);
    }
    if (number > Marks.TOP && Character.isValidCodePoint(number)) {
      value.appendCodePoint(number);
    } else {
      value.append(Marks.HOLE);
    }
  }
}

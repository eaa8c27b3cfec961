package dev.prlease.store.file;

/** Text rules of file names: ASCII only, the same under every locale. */
final class Ascii {
  private static final String HEX = "0123456789abcdef";

  private Ascii() {}

  /** {@code A}–{@code Z} in lower case. */
  static String fold(String text) {
    StringBuilder folded = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      folded.append(c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c);
    }
    return folded.toString();
  }

  static boolean isLowerOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }

  static void appendHex(StringBuilder to, int value) {
    to.append(HEX.charAt((value >> 4) & 0xf)).append(HEX.charAt(value & 0xf));
  }

  /** The value of a lower-case hexadecimal digit, or -1. */
  static int hexValue(char digit) {
    return HEX.indexOf(digit);
  }
}

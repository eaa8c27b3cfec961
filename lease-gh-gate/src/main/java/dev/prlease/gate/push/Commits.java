package dev.prlease.gate.push;

/** Commit ids. */
final class Commits {
  private static final int SHA1 = 40;
  private static final int SHA256 = 64;

  private Commits() {}

  /** Whether {@code text} is a commit's whole id: 40 or 64 hexadecimal digits, not all zero. */
  static boolean isWhole(String text) {
    if (text.length() != SHA1 && text.length() != SHA256) {
      return false;
    }
    boolean zero = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
        return false;
      }
      zero &= c == '0';
    }
    return !zero;
  }
}

package dev.prlease.json;

/** Text from outside, fit to stand in a message. */
final class Quote {
  private static final int SHOWN = 60;

  private Quote() {}

  /** In quotes, cut short, and with what does not print escaped. */
  static String of(String text) {
    StringBuilder quoted = new StringBuilder("'");
    int end = Math.min(text.length(), SHOWN);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
        quoted.append("\\u").append(Integer.toHexString(0x10000 | c).substring(1));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append(end < text.length() ? "…'" : "'").toString();
  }
}

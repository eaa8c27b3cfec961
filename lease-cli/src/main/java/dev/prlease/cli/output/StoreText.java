package dev.prlease.cli.output;

import java.util.Locale;

/** Locations of stores as somebody typed them, for print: without what may be a password. */
public final class StoreText {
  private static final String MASK = "***";

  private StoreText() {}

  /**
   * {@code location} with its passwords masked: one before a host, and each parameter behind a
   * question mark or semicolon that is called like one.
   */
  public static String shown(String location) {
    if (location.startsWith("file:")) {
      return location;
    }
    int end = 0;
    while (end < location.length() && location.charAt(end) != '?' && location.charAt(end) != ';') {
      end++;
    }
    StringBuilder shown = new StringBuilder(withoutPassword(location.substring(0, end)));
    int from = end;
    while (from < location.length()) {
      int next = from + 1;
      while (next < location.length() && !isSeparator(location.charAt(next))) {
        next++;
      }
      shown.append(parameter(location.substring(from, next)));
      from = next;
    }
    return shown.toString();
  }

  private static boolean isSeparator(char c) {
    return c == '?' || c == ';' || c == '&';
  }

  private static String withoutPassword(String place) {
    int start = place.indexOf("//");
    int at = place.lastIndexOf('@');
    int colon = start < 0 ? -1 : place.indexOf(':', start);
    return colon < 0 || at < colon
        ? place
        : place.substring(0, colon + 1) + MASK + place.substring(at);
  }

  private static String parameter(String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? "" : text.substring(0, equals).toLowerCase(Locale.ROOT);
    boolean isSecret =
        name.contains("pass")
            || name.contains("pwd")
            || name.contains("secret")
            || name.contains("token")
            || name.contains("key");
    return isSecret ? text.substring(0, equals + 1) + MASK : text;
  }
}

package dev.prlease.gate.git;

import java.util.Locale;
import java.util.Map;

/** Takes credentials out of what git says. */
final class Credentials {
  private static final int SHORTEST_SECRET = 8;

  private Credentials() {}

  /** Without what stands before the {@code @} of a URL, and the values of secret variables. */
  static String strip(String text, Map<String, String> environment) {
    String stripped = text;
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      if (isSecret(variable.getKey()) && variable.getValue().length() >= SHORTEST_SECRET) {
        stripped = stripped.replace(variable.getValue(), "***");
      }
    }
    return withoutUserInfo(stripped);
  }

  private static boolean isSecret(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return upper.endsWith("_TOKEN") || upper.endsWith("_SECRET") || upper.endsWith("_PASSWORD");
  }

  private static String withoutUserInfo(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    int from = 0;
    int scheme = text.indexOf("://");
    while (scheme >= 0) {
      int authority = scheme + 3;
      int at = -1;
      int i = authority;
      while (i < text.length() && isAuthority(text.charAt(i))) {
        if (text.charAt(i) == '@') {
          at = i;
        }
        i++;
      }
      kept.append(text, from, authority);
      from = at < 0 ? authority : at + 1;
      scheme = text.indexOf("://", i);
    }
    return kept.append(text, from, text.length()).toString();
  }

  private static boolean isAuthority(char c) {
    return c > ' ' && c != '/' && c != '\'' && c != '"';
  }
}

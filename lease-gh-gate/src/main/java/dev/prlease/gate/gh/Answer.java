package dev.prlease.gate.gh;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the server answered, as {@code gh api --include} writes it.
 *
 * @param status the HTTP status
 * @param headers by lower-case names
 * @param body what followed; may be cut off
 */
record Answer(int status, Map<String, String> headers, String body) {
  /** Empty if the server did not answer. */
  static Optional<Answer> parse(String text) {
    if (!text.startsWith("HTTP/")) {
      return Optional.empty();
    }
    Map<String, String> headers = new TreeMap<>();
    int status = 0;
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      String line = (end < 0 ? text.substring(from) : text.substring(from, end)).strip();
      from = end < 0 ? text.length() : end + 1;
      if (line.isEmpty()) {
        break;
      }
      int colon = line.indexOf(':');
      if (status == 0) {
        status = statusOf(line);
      } else if (colon > 0) {
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
    }
    return Optional.of(new Answer(status, headers, text.substring(from)));
  }

  private static int statusOf(String line) {
    int blank = line.indexOf(' ');
    int end = line.indexOf(' ', blank + 1);
    try {
      return Integer.parseInt(line.substring(blank + 1, end < 0 ? line.length() : end));
    } catch (NumberFormatException none) {
      return -1;
    }
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }
}

package dev.prlease.cli.syntax;

import dev.prlease.api.DurationText;
import java.time.Duration;

/** Reads durations as people type them: {@code 90s}, {@code 15m}, {@code 1h30m}, ISO-8601. */
public final class Durations {
  private static final String FORMS = "write it as 90s, 15m, 2h, 1h30m or PT15M";

  private Durations() {}

  /**
   * Reads the value of {@code option}; it may be zero or negative, callers judge that.
   *
   * @throws UsageException if it is no duration
   */
  public static Duration parse(String option, String text) {
    try {
      return DurationText.parse(text);
    } catch (IllegalArgumentException e) {
      throw none(option, text);
    }
  }

  private static UsageException none(String option, String text) {
    boolean bare = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    return new UsageException(
        "--" + option + " '" + text + "' is no duration" + (bare ? ": it has no unit" : ""),
        "A number and its unit: " + FORMS + ".");
  }

  /** How people read a duration: {@code 14m 3s}; under a second is {@code 0s}. */
  public static String show(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    StringBuilder text = new StringBuilder();
    append(text, seconds / 86_400, 'd');
    append(text, seconds / 3_600 % 24, 'h');
    append(text, seconds / 60 % 60, 'm');
    if (seconds < 3_600) {
      append(text, seconds % 60, 's');
    }
    return text.length() == 0 ? "0s" : text.toString();
  }

  private static void append(StringBuilder text, long count, char unit) {
    if (count > 0) {
      text.append(text.length() == 0 ? "" : " ").append(count).append(unit);
    }
  }
}

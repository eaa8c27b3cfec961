package dev.prlease.cli.syntax;

import java.time.Duration;
import java.time.format.DateTimeParseException;

/** Reads durations as people type them: {@code 90s}, {@code 15m}, {@code 1h30m}, ISO-8601. */
public final class Durations {
  /** Longer than anything here lasts; what is absurdly long is cut to it rather than refused. */
  public static final Duration LONGEST = Duration.ofDays(36_500);

  private static final int MAX_DIGITS = 18;
  private static final String FORMS = "write it as 90s, 15m, 2h, 1h30m or PT15M";

  private Durations() {}

  /**
   * Reads the value of {@code option}; it may be zero or negative, callers judge that.
   *
   * @throws UsageException if it is no duration
   */
  public static Duration parse(String option, String text) {
    boolean negative = text.startsWith("-");
    String size = negative ? text.substring(1) : text;
    Duration duration =
        size.startsWith("P") || size.startsWith("p")
            ? iso(option, text, size)
            : units(option, text, size);
    Duration cut = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
    return negative ? cut.negated() : cut;
  }

  private static Duration iso(String option, String text, String size) {
    try {
      return Duration.parse(size);
    } catch (DateTimeParseException e) {
      if (e.getCause() instanceof ArithmeticException) {
        return LONGEST;
      }
      throw none(option, text);
    }
  }

  /** Numbers, each with a unit; the units only ever get smaller, so that a typing error shows. */
  private static Duration units(String option, String text, String size) {
    if (size.equals("0")) {
      return Duration.ZERO;
    }
    long total = 0;
    long lastUnit = Long.MAX_VALUE;
    int at = 0;
    do {
      int digits = at;
      while (digits < size.length() && size.charAt(digits) >= '0' && size.charAt(digits) <= '9') {
        digits++;
      }
      if (digits == at || digits == size.length()) {
        throw none(option, text);
      }
      long unit = seconds(size.charAt(digits));
      if (unit <= 0 || unit >= lastUnit) {
        throw none(option, text);
      }
      total = add(total, number(size.substring(at, digits)), unit);
      lastUnit = unit;
      at = digits + 1;
    } while (at < size.length());
    return Duration.ofSeconds(total);
  }

  private static long seconds(char unit) {
    return switch (unit) {
      case 's' -> 1;
      case 'm' -> 60;
      case 'h' -> 3_600;
      case 'd' -> 86_400;
      default -> -1;
    };
  }

  private static long number(String digits) {
    return digits.length() > MAX_DIGITS ? LONGEST.toSeconds() : Long.parseLong(digits);
  }

  private static long add(long total, long count, long unit) {
    long most = LONGEST.toSeconds();
    return count > (most - total) / unit ? most : total + count * unit;
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

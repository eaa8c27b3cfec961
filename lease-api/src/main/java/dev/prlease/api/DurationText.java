package dev.prlease.api;

import java.time.Duration;
import java.time.format.DateTimeParseException;

/**
 * Durations as people type them: {@code 90s}, {@code 15m}, {@code 1h30m}, {@code 500ms}, or
 * ISO-8601.
 */
public final class DurationText {
  /** 36,500 days: longer than anything here lasts. */
  public static final Duration LONGEST = Duration.ofDays(36_500);

  private static final int MAX_DIGITS = 18;

  private DurationText() {}

  /**
   * Reads {@code text}; it may be zero or negative, callers judge that. What is absurdly long is
   * cut to {@link #LONGEST} rather than refused.
   *
   * @throws IllegalArgumentException if it is no duration
   */
  public static Duration parse(String text) {
    boolean negative = text.startsWith("-");
    String size = negative ? text.substring(1) : text;
    Duration duration =
        size.startsWith("P") || size.startsWith("p") ? iso(text, size) : units(text, size);
    Duration cut = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
    return negative ? cut.negated() : cut;
  }

  private static Duration iso(String text, String size) {
    try {
      return Duration.parse(size);
    } catch (DateTimeParseException e) {
      if (e.getCause() instanceof ArithmeticException) {
        return LONGEST;
      }
      throw none(text);
    }
  }

  /** Numbers, each with a unit; the units only ever get smaller, so that a typing error shows. */
  private static Duration units(String text, String size) {
    if (size.equals("0")) {
      return Duration.ZERO;
    }
    long total = 0;
    long lastUnit = Long.MAX_VALUE;
    int at = 0;
    do {
      int digits = endOfDigits(size, at);
      int end = endOfUnit(size, digits);
      long unit = millis(size.substring(digits, end));
      if (digits == at || unit >= lastUnit) {
        throw none(text);
      }
      total = add(total, number(size.substring(at, digits)), unit);
      lastUnit = unit;
      at = end;
    } while (at < size.length());
    return Duration.ofMillis(total);
  }

  private static int endOfDigits(String text, int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static int endOfUnit(String text, int from) {
    int end = from;
    while (end < text.length() && !isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** The longest value there is for what is no unit: none can be shorter than that. */
  private static long millis(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> 1_000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      case "d" -> 86_400_000;
      default -> Long.MAX_VALUE;
    };
  }

  private static long number(String digits) {
    return digits.length() > MAX_DIGITS ? LONGEST.toMillis() : Long.parseLong(digits);
  }

  private static long add(long total, long count, long unit) {
    long most = LONGEST.toMillis();
    return count > (most - total) / unit ? most : total + count * unit;
  }

  private static IllegalArgumentException none(String text) {
    return new IllegalArgumentException(Text.quote(text) + " is no duration");
  }
}

package dev.prlease.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Times as they stand in files: RFC 3339 in UTC, written with 3, 6 or 9 fraction digits.
 *
 * <p>Written out by hand: the JDK's formatters cost a command more time to load than all the rest
 * of a record.
 */
public final class Rfc3339 {
  private static final int NANOS_PER_MICRO = 1_000;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private Rfc3339() {}

  /**
   * The text of {@code time}, such as {@code 2026-07-26T18:42:42.123Z}; milliseconds at least.
   *
   * @param time in the years -999,999 to 999,999, so that {@link #parse} reads the text back
   */
  public static String format(Instant time) {
    LocalDateTime utc =
        LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(30);
    appendYear(text, utc.getYear());
    appendTwo(text.append('-'), utc.getMonthValue());
    appendTwo(text.append('-'), utc.getDayOfMonth());
    appendTwo(text.append('T'), utc.getHour());
    appendTwo(text.append(':'), utc.getMinute());
    appendTwo(text.append(':'), utc.getSecond());
    appendFraction(text.append('.'), utc.getNano());
    return text.append('Z').toString();
  }

  /**
   * Reads a time: what RFC 3339 allows, and what version-1 programs accept beyond it: white space
   * for the {@code T}, single digits, a second of 60 (the next minute's first), offsets without a
   * colon, more than nine fraction digits (cut).
   *
   * @return the instant, or nothing if {@code text} is no such time
   */
  public static Optional<Instant> parse(String text) {
    try {
      return Optional.of(new Scanner(text).instant());
    } catch (DateTimeException | ArithmeticException notATime) {
      return Optional.empty();
    }
  }

  private static void appendYear(StringBuilder text, int year) {
    int absolute = Math.abs(year);
    if (year < 0) {
      text.append('-');
    } else if (year > 9999) {
      text.append('+');
    }
    for (int limit = 1000; limit > 1 && absolute < limit; limit /= 10) {
      text.append('0');
    }
    text.append(absolute);
  }

  private static void appendTwo(StringBuilder text, int value) {
    text.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
  }

  private static void appendFraction(StringBuilder text, int nanos) {
    int value = nanos;
    int digits = 9;
    if (nanos % NANOS_PER_MILLI == 0) {
      value = nanos / NANOS_PER_MILLI;
      digits = 3;
    } else if (nanos % NANOS_PER_MICRO == 0) {
      value = nanos / NANOS_PER_MICRO;
      digits = 6;
    }
    String shown = Integer.toString(value);
    for (int i = shown.length(); i < digits; i++) {
      text.append('0');
    }
    text.append(shown);
  }

  /** Reads a time from left to right; anything unexpected is a {@link DateTimeException}. */
  private static final class Scanner {
    private final String text;
    private int at;

    Scanner(String text) {
      this.text = text;
    }

    Instant instant() {
      int year = year();
      expect('-');
      int month = number(2);
      expect('-');
      int day = number(2);
      separator();
      int hour = number(2);
      expect(':');
      int minute = number(2);
      expect(':');
      int second = number(2);
      int nanos = fraction();
      int offset = offset();
      if (at != text.length() || hour > 23 || minute > 59 || second > 60) {
        throw unexpected();
      }
      long midnight = Math.multiplyExact(LocalDate.of(year, month, day).toEpochDay(), 86_400L);
      return Instant.ofEpochSecond(midnight + hour * 3600L + minute * 60L + second - offset, nanos);
    }

    private int year() {
      char sign = peek();
      if (sign == '+' || sign == '-') {
        at++;
        int year = number(6);
        return sign == '-' ? -year : year;
      }
      int from = at;
      int year = number(4);
      if (at - from < 4) {
        throw unexpected();
      }
      return year;
    }

    private void separator() {
      if (peek() == 'T' || peek() == 't') {
        at++;
        return;
      }
      if (peek() != ' ') {
        throw unexpected();
      }
      skipSpaces();
    }

    private int fraction() {
      if (peek() != '.') {
        return 0;
      }
      at++;
      int from = at;
      int nanos = number(9);
      for (int digits = at - from; digits < 9; digits++) {
        nanos *= 10;
      }
      while (isDigit(peek())) {
        at++;
      }
      return nanos;
    }

    /** In seconds. */
    private int offset() {
      skipSpaces();
      char sign = peek();
      at++;
      if (sign == 'Z' || sign == 'z') {
        return 0;
      }
      if (sign != '+' && sign != '-' && sign != '\u2212') {
        throw unexpected();
      }
      int hours = number(2);
      if (peek() == ':') {
        at++;
      }
      int minutes = number(2);
      if (hours > 23 || minutes > 59) {
        throw unexpected();
      }
      int seconds = (hours * 60 + minutes) * 60;
      return sign == '+' ? seconds : -seconds;
    }

    private int number(int mostDigits) {
      int from = at;
      int value = 0;
      while (at - from < mostDigits && isDigit(peek())) {
        value = value * 10 + (peek() - '0');
        at++;
      }
      if (at == from) {
        throw unexpected();
      }
      return value;
    }

    private void skipSpaces() {
      while (peek() == ' ') {
        at++;
      }
    }

    private void expect(char c) {
      if (peek() != c) {
        throw unexpected();
      }
      at++;
    }

    private char peek() {
      return at < text.length() ? text.charAt(at) : '\0';
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    private static DateTimeException unexpected() {
      return new DateTimeException("not an RFC 3339 time");
    }
  }
}

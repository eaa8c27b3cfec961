package dev.prlease.gate.gh;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Until when a server that limits requests wants none. */
final class RateLimit {
  /** What GitHub asks for where it does not say how long. */
  private static final Duration UNTOLD = Duration.ofMinutes(1);

  /** Nobody means more; a mistaken clock does. */
  private static final Duration LONGEST = Duration.ofHours(2);

  private RateLimit() {}

  /** Whether headers or text say that requests are limited. */
  static boolean isTold(Answer answer, String text) {
    boolean refused = answer.status() == 403 || answer.status() == 429;
    return answer.status() == 429
        || (refused && answer.header("retry-after").isPresent())
        || (refused && answer.header("x-ratelimit-remaining").equals(Optional.of("0")))
        || isTold(text);
  }

  static boolean isTold(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return lower.contains("rate limit") || lower.contains("abuse detection");
  }

  static Instant end(Answer answer, Instant now) {
    Optional<Instant> told = answer.header("retry-after").flatMap(text -> after(text, now));
    if (told.isEmpty() && answer.header("x-ratelimit-remaining").equals(Optional.of("0"))) {
      told =
          answer
              .header("x-ratelimit-reset")
              .flatMap(RateLimit::seconds)
              .map(Instant::ofEpochSecond);
    }
    Instant latest = now.plus(LONGEST);
    return told.map(at -> at.isAfter(latest) ? latest : at).orElse(now.plus(UNTOLD));
  }

  private static Optional<Instant> after(String text, Instant now) {
    Optional<Long> seconds = seconds(text);
    if (seconds.isPresent()) {
      return seconds.map(now::plusSeconds);
    }
    try {
      return Optional.of(
          ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException notADate) {
      return Optional.empty();
    }
  }

  private static Optional<Long> seconds(String text) {
    boolean digits =
        !text.isEmpty() && text.length() <= 11 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    return digits ? Optional.of(Long.parseLong(text)) : Optional.empty();
  }
}

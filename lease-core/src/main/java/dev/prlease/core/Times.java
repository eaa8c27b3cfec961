package dev.prlease.core;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Times in the details of audit events. */
final class Times {
  private static final int HOURS_AND_MINUTES = 5;

  private Times() {}

  /**
   * The text that {@link Instant#toString} gives, without the JDK's formatter, which costs a
   * command almost half of what the start of a JVM does.
   */
  static String text(Instant time) {
    LocalDateTime utc =
        LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC);
    String clock = utc.toLocalTime().toString();
    return utc.toLocalDate()
        + "T"
        + (clock.length() == HOURS_AND_MINUTES ? clock + ":00Z" : clock + "Z");
  }
}

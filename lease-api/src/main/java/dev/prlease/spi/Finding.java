package dev.prlease.spi;

import java.util.Objects;
import java.util.Optional;

/**
 * One thing that a diagnosis found.
 *
 * @param level how bad it is
 * @param subject what it is about, one lower-case word or a few joined by hyphens; stable, for
 *     programs
 * @param what one clause: what was found, and where
 * @param remedy what to do about it, one sentence, a command at its end where there is one; empty
 *     only where nothing is to be done
 */
public record Finding(Level level, String subject, String what, Optional<String> remedy) {
  /** How bad a finding is. */
  public enum Level {
    /** As it should be. */
    OK,
    /** It works, and may not always. */
    WARNING,
    /** It does not work, or not safely. */
    ERROR
  }

  /** Refuses null. */
  public Finding {
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(remedy, "remedy");
  }

  /** As it should be. */
  public static Finding ok(String subject, String what) {
    return new Finding(Level.OK, subject, what, Optional.empty());
  }

  /** It works, and may not always. */
  public static Finding warning(String subject, String what, String remedy) {
    return new Finding(Level.WARNING, subject, what, Optional.of(remedy));
  }

  /** It does not work, or not safely. */
  public static Finding error(String subject, String what, String remedy) {
    return new Finding(Level.ERROR, subject, what, Optional.of(remedy));
  }
}

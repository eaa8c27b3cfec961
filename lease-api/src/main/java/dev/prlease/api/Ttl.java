package dev.prlease.api;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a lease lasts without renewal: whole seconds, 1 s to 24 h, 15 min by default.
 *
 * <p>Records carry whole seconds, so a fraction is rounded up. Longer than 24 h is cut to 24 h;
 * {@link #requested()} then says what was asked for, so that callers can tell the user.
 */
public final class Ttl {
  /** The shortest: one second. */
  public static final Duration MIN = Duration.ofSeconds(1);

  /** The longest: one day. */
  public static final Duration MAX = Duration.ofDays(1);

  /** 15 minutes: the time that a crashed session blocks a pull request. */
  public static final Ttl DEFAULT = new Ttl(900, Optional.empty());

  private final long seconds;
  private final Optional<Duration> requested;

  private Ttl(long seconds, Optional<Duration> requested) {
    this.seconds = seconds;
    this.requested = requested;
  }

  /**
   * A TTL of {@code duration}, cut to 24 h.
   *
   * @throws IllegalArgumentException if it is under one second
   */
  public static Ttl of(Duration duration) {
    if (duration.compareTo(MIN) < 0) {
      throw new IllegalArgumentException("TTL must be at least 1 second, not " + duration);
    }
    if (duration.compareTo(MAX) > 0) {
      return new Ttl(MAX.toSeconds(), Optional.of(duration));
    }
    return new Ttl(duration.plusNanos(999_999_999).toSeconds(), Optional.empty());
  }

  /** A TTL of {@code seconds}, cut to 24 h; see {@link #of}. */
  public static Ttl ofSeconds(long seconds) {
    return of(Duration.ofSeconds(seconds));
  }

  /**
   * A TTL found in a record that somebody else wrote: forced into 1 s to 24 h, so that no record
   * blocks for ever.
   */
  public static Ttl lenient(long seconds) {
    return new Ttl(Math.max(MIN.toSeconds(), Math.min(seconds, MAX.toSeconds())), Optional.empty());
  }

  /** The length in seconds, 1 to 86,400. */
  public long seconds() {
    return seconds;
  }

  /** The length. */
  public Duration duration() {
    return Duration.ofSeconds(seconds);
  }

  /** What was asked for, if that was more than 24 h and so was cut. */
  public Optional<Duration> requested() {
    return requested;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ttl that && seconds == that.seconds;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(seconds);
  }

  @Override
  public String toString() {
    return seconds + "s";
  }
}

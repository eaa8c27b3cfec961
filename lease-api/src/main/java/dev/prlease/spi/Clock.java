package dev.prlease.spi;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The one source of time.
 *
 * <p>Two times are told apart. <em>Wall time</em> ({@link #now()}) is what records carry and what
 * other machines compare with; it may be set forwards or back. <em>Ticks</em> ({@link #ticks()})
 * only ever grow, mean nothing outside this process, and may stand still while the machine sleeps.
 * A holder counts itself out when either of them says so (rule P12).
 *
 * <p>Implementations are safe for use by several threads at once and never block.
 */
public interface Clock extends InstantSource {
  /** The current wall time. */
  Instant now();

  /**
   * Monotonic nanoseconds since an arbitrary origin, comparable only within one clock; may wrap
   * around like {@link System#nanoTime()}.
   */
  long ticks();

  /**
   * How far {@link #now()} may be from the time that all sessions of one store agree on, in either
   * direction; never negative, zero by default. {@link #UNKNOWN_UNCERTAINTY} or more after the
   * machine's clock stepped or slept and was not yet compared again.
   *
   * <p>The owner of a lease counts itself out at {@code expiresAt - uncertainty}; others wait until
   * {@code expiresAt + uncertainty} (rule P10).
   */
  default Duration uncertainty() {
    return Duration.ZERO;
  }

  /**
   * Time, ticks and uncertainty of one moment. A clock whose uncertainty changes makes sure that
   * they belong together: of two calls, the second may tell how sure the clock is by now, which
   * says nothing of what the first returned. The ticks are not later than the time.
   */
  default Reading reading() {
    long ticks = ticks();
    return new Reading(now(), ticks, uncertainty());
  }

  /**
   * What a clock shows at one moment: the time that all agree on is within {@code uncertainty} of
   * {@code now}.
   *
   * @param now see {@link Clock#now}
   * @param ticks see {@link Clock#ticks}
   * @param uncertainty see {@link Clock#uncertainty}
   */
  record Reading(Instant now, long ticks, Duration uncertainty) {}

  @Override
  default Instant instant() {
    return now();
  }

  /** Stands for "infinite": longer than any lease can last, short enough for date arithmetic. */
  Duration UNKNOWN_UNCERTAINTY = Duration.ofDays(36_500);
}

package dev.prlease.testkit;

import dev.prlease.spi.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * A clock that stands still until a test moves it. Wall time and ticks move together ({@link
 * #advance}), or apart: {@link #set} and {@link #stepWall} are a clock that was set, {@link
 * #advanceTicks} one that lags.
 *
 * <p>It moves alone: what a {@link ManualScheduler} has planned runs when that scheduler lets time
 * pass. Moving the clock by itself is how a test stalls a program, so that its timers come late.
 *
 * <p>Safe for use by several threads at once.
 */
public final class ManualClock implements Clock {
  /** Where a clock starts unless told otherwise: an ordinary afternoon, with milliseconds. */
  public static final Instant START = Instant.parse("2026-07-26T18:42:42.123Z");

  private Instant now;
  private long ticks;
  private Duration uncertainty = Duration.ZERO;

  /** A clock at {@link #START}. */
  public ManualClock() {
    this(START);
  }

  /** A clock at {@code start}. */
  public ManualClock(Instant start) {
    this.now = start;
    // Close to overflow, so that whoever compares ticks with < instead of subtracting is found out.
    this.ticks = Long.MAX_VALUE - Duration.ofMinutes(10).toNanos();
  }

  /** Lets wall time and ticks pass by {@code by}, zero or more. */
  public synchronized void advance(Duration by) {
    checkForward(by);
    now = now.plus(by);
    ticks += by.toNanos();
  }

  /** Sets the wall clock to {@code to}, forwards or back; ticks stay, as when a clock is set. */
  public synchronized void set(Instant to) {
    now = to;
  }

  /** Moves the wall clock by {@code by}, negative for back; ticks stay. */
  public synchronized void stepWall(Duration by) {
    now = now.plus(by);
  }

  /** Lets ticks pass by {@code by}, zero or more; the wall clock stays. */
  public synchronized void advanceTicks(Duration by) {
    checkForward(by);
    ticks += by.toNanos();
  }

  /** Sets how far {@link #now} may be off, zero or more. */
  public synchronized void setUncertainty(Duration to) {
    checkForward(to);
    uncertainty = to;
  }

  @Override
  public synchronized Instant now() {
    return now;
  }

  @Override
  public synchronized long ticks() {
    return ticks;
  }

  @Override
  public synchronized Duration uncertainty() {
    return uncertainty;
  }

  @Override
  public synchronized Reading reading() {
    return new Reading(now, ticks, uncertainty);
  }

  private static void checkForward(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("time passes forwards only, not by " + by);
    }
  }

  @Override
  public synchronized String toString() {
    return "manual clock at " + now;
  }
}

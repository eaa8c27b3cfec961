package dev.prlease.core;

import dev.prlease.spi.Clock;
import java.time.Duration;
import java.time.Instant;

/** A clock that tests move. */
final class TestClock implements Clock {
  static final Instant START = Instant.parse("2026-07-26T18:42:42Z");

  private Instant wall = START;
  private long ticks = -5_000_000_000L;
  private Duration uncertainty = Duration.ZERO;

  @Override
  public synchronized Instant now() {
    return wall;
  }

  @Override
  public synchronized long ticks() {
    return ticks;
  }

  @Override
  public synchronized Duration uncertainty() {
    return uncertainty;
  }

  synchronized void advance(Duration by) {
    wall = wall.plus(by);
    ticks += by.toNanos();
  }

  /** The wall clock is set forwards or back; ticks do not notice. */
  synchronized void step(Duration by) {
    wall = wall.plus(by);
  }

  synchronized void uncertain(Duration by) {
    uncertainty = by;
  }
}

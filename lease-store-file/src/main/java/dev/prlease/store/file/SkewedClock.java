package dev.prlease.store.file;

import dev.prlease.spi.Clock;
import java.time.Duration;
import java.time.Instant;

/** A machine's clock, of which others may be some way apart. */
record SkewedClock(Clock machine, Duration skew) implements Clock {
  @Override
  public Instant now() {
    return machine.now();
  }

  @Override
  public long ticks() {
    return machine.ticks();
  }

  @Override
  public Duration uncertainty() {
    return machine.uncertainty().plus(skew);
  }
}

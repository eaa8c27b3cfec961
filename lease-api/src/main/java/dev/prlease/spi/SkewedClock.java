package dev.prlease.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A machine's clock, of which those of other machines may be some way apart: for stores that span
 * machines and know no time of their own.
 *
 * @param machine the clock of this machine
 * @param skew how far any two machines may be apart, zero or more; somebody must see to that
 */
public record SkewedClock(Clock machine, Duration skew) implements Clock {
  /**
   * Checks the skew.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public SkewedClock {
    Objects.requireNonNull(machine, "machine");
    if (skew.isNegative()) {
      throw new IllegalArgumentException("a skew must be zero or more, not " + skew);
    }
  }

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

  @Override
  public Reading reading() {
    Reading read = machine.reading();
    return new Reading(read.now(), read.ticks(), read.uncertainty().plus(skew));
  }
}

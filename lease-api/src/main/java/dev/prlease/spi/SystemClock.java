package dev.prlease.spi;

import java.time.Instant;

/**
 * The machine's own clock: the default {@link Clock} service, and the only class that reads the
 * machine's time.
 *
 * <p>Its uncertainty is zero: sessions on one machine share one clock. A store that spans machines
 * brings its own, see {@link TimeAuthority}.
 */
public final class SystemClock implements Clock {
  /** For {@link java.util.ServiceLoader} and for hosts; instances have no state. */
  public SystemClock() {}

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long ticks() {
    return System.nanoTime();
  }

  @Override
  public String toString() {
    return "system clock";
  }
}

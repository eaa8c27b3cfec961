package dev.prlease.testkit.architecture.synthetic;

import java.time.Instant;
import java.util.function.Supplier;

final class ReadsTheClock {
  private ReadsTheClock() {}

  /** A reference is a way to read it too. */
  static Supplier<Instant> later() {
    return Instant::now;
  }
}

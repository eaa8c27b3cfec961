package dev.prlease.gate;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.spi.Gate;
import java.time.Duration;

/** What is looked at before an action does anything. */
final class Readiness {
  private Readiness() {}

  /**
   * Returns if there is time to act.
   *
   * @throws LeaseException if the lease is over
   * @throws InterruptedException if the thread was interrupted
   */
  static void check(Gate gate) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before anything was done");
    }
    if (gate.remaining().isZero()) {
      // Whatever the store says to it is the better error.
      gate.assertOwned();
      throw LeaseExpiredException.tooShort(
          gate.key(), gate.session(), gate.deadline(), Duration.ZERO);
    }
  }
}

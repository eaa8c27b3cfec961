package dev.prlease.gate;

import dev.prlease.api.LeaseException;
import dev.prlease.gate.program.InTime;
import dev.prlease.spi.Gate;

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
    InTime.check(gate);
  }
}

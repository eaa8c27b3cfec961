package dev.prlease.gate.watch;

import dev.prlease.core.PrLease;
import dev.prlease.spi.GatedAction;

/** Runs actions that declare no checked exception. */
final class Gated {
  private Gated() {}

  static <T> T run(PrLease lease, GatedAction<T> action) {
    try {
      return lease.run(action);
    } catch (RuntimeException failed) {
      throw failed;
    } catch (Exception undeclared) {
      throw new IllegalStateException("undeclared by " + action.name(), undeclared);
    }
  }
}

package dev.prlease.cli.gate;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.cli.NotHeldException;
import dev.prlease.core.PrLease;
import dev.prlease.spi.GatedAction;

/** Tells of a lease that was over before a push was sent what that means for the push. */
final class Unpushed {
  private Unpushed() {}

  /**
   * Runs {@code action}, which throws only as long as it has sent nothing.
   *
   * @param state what else is true then; a clause
   * @throws NotHeldException if the lease was over before anything was sent
   */
  static <T> T run(PrLease lease, GatedAction<T> action, String state) throws Exception {
    try {
      return lease.run(action);
    } catch (NotOwnerException | LeaseExpiredException over) {
      LeaseException told = over;
      NotHeldException better =
          new NotHeldException(
              lease.key(), told.getMessage() + "; nothing was pushed" + state, told.nextStep());
      better.initCause(told);
      throw better;
    }
  }
}

package dev.prlease.cli.command;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.core.Keeper;
import dev.prlease.core.LeaseEnd;
import dev.prlease.core.PrLease;
import java.util.Optional;

/** Whether what was done was done under the lease to its end. */
public final class Loss {
  private Loss() {}

  /**
   * Why the lease is not held any more. What has ended by itself may have lost it since the keeper
   * looked last, so one more look is taken: success means that it was held to the end.
   *
   * @return one clause; empty if it is held, or nothing says that it is lost
   */
  public static Optional<String> of(Keeper keeper, PrLease lease) {
    if (keeper.end().isPresent() && keeper.end().get() instanceof LeaseEnd.Lost lost) {
      return Optional.of(String.valueOf(lost.why().getMessage()));
    }
    try {
      lease.assertOwned();
      return Optional.empty();
    } catch (LeaseStoreException unknown) {
      // Nothing says that it is lost; the release that follows tells of the store.
      return Optional.empty();
    } catch (LeaseException lost) {
      return Optional.of(String.valueOf(lost.getMessage()));
    }
  }
}

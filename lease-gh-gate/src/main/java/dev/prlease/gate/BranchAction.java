package dev.prlease.gate;

import dev.prlease.api.LeaseException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * An action that moves the branch of the leased pull request from a checkout. Through its gate it
 * expects the commit that the lease's record keeps, and writes down the one that it pushed, so that
 * every way to run it does.
 */
abstract sealed class BranchAction<T> implements GatedAction<T>
    permits ForcePushAction, RebaseAction {
  /** Where from, and whose pull request; both are looked for when the action runs. */
  record Site(Supplier<Checkout> checkout, Supplier<Forge> forge) {
    static Site of(Checkout checkout, Forge forge) {
      return new Site(() -> checkout, () -> forge);
    }

    /** That of this program's working directory. */
    static Site here(Map<String, String> environment) {
      Path here = Path.of("").toAbsolutePath();
      return new Site(
          () -> Checkout.open(here, environment), () -> UsualForge.open(here, environment));
    }
  }

  private final Site site;

  BranchAction(Site site) {
    this.site = site;
  }

  /**
   * Acts.
   *
   * @throws LeaseException if the lease is over before anything was sent
   * @throws ForgeException if the forge does not tell of the pull request
   * @throws InterruptedException if the thread was interrupted before anything was sent
   */
  @Override
  public final T run(Gate gate) throws InterruptedException {
    Readiness.check(gate);
    Checkout checkout = site.checkout().get();
    return move(gate, checkout, site.forge().get().read(gate.key()));
  }

  abstract T move(Gate gate, Checkout checkout, PullRequest pullRequest)
      throws InterruptedException;
}

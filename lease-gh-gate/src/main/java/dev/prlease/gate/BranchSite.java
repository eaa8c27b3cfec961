package dev.prlease.gate;

import dev.prlease.api.LeaseException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Where an action moves a branch from, and whose pull request it is; both are looked for when the
 * action runs. What is expected over there, and what was pushed, goes by the action's gate: so it
 * is the record's, whoever runs the action.
 */
record BranchSite(Supplier<Checkout> checkout, Supplier<Forge> forge) {
  /** What was found. */
  record Found(Checkout checkout, PullRequest pullRequest) {}

  static BranchSite of(Checkout checkout, Forge forge) {
    return new BranchSite(() -> checkout, () -> forge);
  }

  /** That of this program's working directory. */
  static BranchSite here(Map<String, String> environment) {
    Path here = Path.of("").toAbsolutePath();
    return new BranchSite(
        () -> Checkout.open(here, environment), () -> UsualForge.open(here, environment));
  }

  /**
   * Looks for both, if there is time to act.
   *
   * @throws LeaseException if the lease is over
   * @throws ForgeException if the forge does not tell of the pull request
   * @throws InterruptedException if the thread was interrupted
   */
  Found open(Gate gate) throws InterruptedException {
    Readiness.check(gate);
    Checkout found = checkout.get();
    return new Found(found, forge.get().read(gate.key()));
  }
}

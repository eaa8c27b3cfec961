package dev.prlease.cli.command;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.gate.checkout.BranchPullRequest;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.checkout.CheckoutException;
import dev.prlease.spi.Forge;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds out which pull request is meant from the checkout that a call is made in. */
final class CheckoutKey {
  private final World world;
  private final Supplier<Forge> forge;

  CheckoutKey(World world, Supplier<Forge> forge) {
    this.world = world;
    this.forge = forge;
  }

  /**
   * The pull request {@code number} of the checkout's repository; without a number that of its
   * branch. Empty outside a checkout.
   *
   * @throws UsageException if the branch has none, or several
   * @throws CheckoutException if the checkout does not tell its repository
   */
  Optional<LeaseKey> find(Optional<Long> number) {
    Checkout checkout;
    try {
      checkout = Checkout.open(world.directory(), world.environment());
    } catch (CheckoutException none) {
      if (none.code().equals("no-checkout")) {
        return Optional.empty();
      }
      throw none;
    }
    if (number.isPresent()) {
      return Optional.of(checkout.baseRepository().pullRequest(number.get()));
    }
    BranchPullRequest found = checkout.pullRequest(forge.get());
    if (found instanceof BranchPullRequest.None none) {
      throw new UsageException(none.why(), none.nextStep());
    }
    if (found instanceof BranchPullRequest.Several several) {
      throw new UsageException(
          "the branch has " + several.pullRequests().size() + " open pull requests",
          several.nextStep());
    }
    return Optional.of(((BranchPullRequest.Found) found).pullRequest().key());
  }
}

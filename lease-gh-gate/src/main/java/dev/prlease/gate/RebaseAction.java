package dev.prlease.gate;

import dev.prlease.api.LeaseException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.push.Expectation;
import dev.prlease.gate.push.RebaseOutcome;
import dev.prlease.gate.push.Rebasing;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Puts the branch of the leased pull request, which must be checked out, onto its base, and pushes
 * it; how, and what is left if it does not go, says {@link Rebasing}.
 *
 * <p>For one run.
 */
public final class RebaseAction implements GatedAction<RebaseOutcome> {
  /** What users call it. */
  public static final String NAME = "rebase";

  private final Supplier<Checkout> checkout;
  private final Expectation expectation;
  private final Supplier<Forge> forge;
  private final Consumer<String> certified;

  /**
   * One in {@code checkout}.
   *
   * @param expectation which commit the branch must be at over there
   * @param certified told the commit that the branch is at now: {@code PrLease::certify}
   */
  public RebaseAction(
      Checkout checkout, Expectation expectation, Forge forge, Consumer<String> certified) {
    this(() -> checkout, expectation, () -> forge, certified);
  }

  /** One whose checkout and forge are looked for when it runs. */
  RebaseAction(
      Supplier<Checkout> checkout,
      Expectation expectation,
      Supplier<Forge> forge,
      Consumer<String> certified) {
    this.checkout = checkout;
    this.expectation = expectation;
    this.forge = forge;
    this.certified = certified;
  }

  @Override
  public String name() {
    return NAME;
  }

  /**
   * Rebases and pushes.
   *
   * @throws LeaseException if the lease is over before anything was sent
   * @throws ForgeException if the forge does not tell of the pull request
   * @throws InterruptedException if the thread was interrupted before anything was sent
   */
  @Override
  public RebaseOutcome run(Gate gate) throws InterruptedException {
    Readiness.check(gate);
    return new Rebasing(checkout.get(), certified)
        .rebase(gate, forge.get().read(gate.key()), expectation);
  }

  @Override
  public Outcome outcome(RebaseOutcome result) {
    Map<String, String> details = new LinkedHashMap<>();
    if (result instanceof RebaseOutcome.Rebased rebased) {
      ForcePushAction.details(rebased.push(), details);
      details.put("base", rebased.base());
    } else {
      details.put("outcome", result.word());
    }
    if (result instanceof RebaseOutcome.Conflict conflict) {
      details.put("base", conflict.base());
      details.put("files", String.join(", ", conflict.files()));
    } else if (result instanceof RebaseOutcome.Refused refused) {
      details.put("reason", refused.why());
    } else if (result instanceof RebaseOutcome.Stuck stuck) {
      details.put("reason", stuck.why());
      details.put("before", stuck.before());
    }
    return new Outcome(result.succeeded() ? Status.SUCCEEDED : Status.FAILED, details);
  }
}

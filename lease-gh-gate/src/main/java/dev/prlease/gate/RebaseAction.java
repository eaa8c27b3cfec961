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

/**
 * Puts the branch of the leased pull request, which must be checked out, onto its base, and pushes
 * it; how, and what is left if it does not go, says {@link Rebasing}.
 *
 * <p>For one run.
 */
public final class RebaseAction implements GatedAction<RebaseOutcome> {
  /** What users call it. */
  public static final String NAME = "rebase";

  private final BranchSite site;
  private final Expectation expectation;

  /**
   * One in {@code checkout}.
   *
   * @param expectation which commit the branch must be at over there
   */
  public RebaseAction(Checkout checkout, Expectation expectation, Forge forge) {
    this(BranchSite.of(checkout, forge), expectation);
  }

  RebaseAction(BranchSite site, Expectation expectation) {
    this.site = site;
    this.expectation = expectation;
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
    BranchSite.Found found = site.open(gate);
    return new Rebasing(found.checkout()).rebase(gate, found.pullRequest(), expectation);
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

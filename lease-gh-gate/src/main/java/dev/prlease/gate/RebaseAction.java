package dev.prlease.gate;

import dev.prlease.api.forge.PullRequest;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.push.Expectation;
import dev.prlease.gate.push.RebaseOutcome;
import dev.prlease.gate.push.Rebasing;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Puts the branch of the leased pull request, which must be checked out, onto its base, and pushes
 * it; how, and what is left if it does not go, says {@link Rebasing}.
 *
 * <p>For one run.
 */
public final class RebaseAction extends BranchAction<RebaseOutcome> {
  /** What users call it. */
  public static final String NAME = "rebase";

  private final Expectation expectation;

  /**
   * One in {@code checkout}.
   *
   * @param expectation which commit the branch must be at over there
   */
  public RebaseAction(Checkout checkout, Expectation expectation, Forge forge) {
    this(Site.of(checkout, forge), expectation);
  }

  RebaseAction(Site site, Expectation expectation) {
    super(site);
    this.expectation = expectation;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  RebaseOutcome move(Gate gate, Checkout checkout, PullRequest pullRequest)
      throws InterruptedException {
    return new Rebasing(checkout).rebase(gate, pullRequest, expectation);
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

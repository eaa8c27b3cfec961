package dev.prlease.gate;

import dev.prlease.api.LeaseException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.push.PushOutcome;
import dev.prlease.gate.push.PushRequest;
import dev.prlease.gate.push.Pushing;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Moves the branch of the leased pull request to other commits, by one push that is pinned at both
 * ends; how, and why so, says {@link Pushing}. Anything else that the refspecs would move, and any
 * branch that is not this pull request's, is refused.
 *
 * <p>For one run.
 */
public final class ForcePushAction implements GatedAction<PushOutcome> {
  /** What users call it. */
  public static final String NAME = "force-push";

  private final BranchSite site;
  private final PushRequest request;

  /** One for {@code request}. */
  public ForcePushAction(Checkout checkout, PushRequest request, Forge forge) {
    this(BranchSite.of(checkout, forge), request);
  }

  ForcePushAction(BranchSite site, PushRequest request) {
    this.site = site;
    this.request = request;
  }

  @Override
  public String name() {
    return NAME;
  }

  /**
   * Pushes.
   *
   * @throws LeaseException if the lease is over before anything was sent
   * @throws ForgeException if the forge does not tell of the pull request
   * @throws InterruptedException if the thread was interrupted before anything was sent
   */
  @Override
  public PushOutcome run(Gate gate) throws InterruptedException {
    BranchSite.Found found = site.open(gate);
    return new Pushing(found.checkout()).push(gate, request, found.pullRequest());
  }

  @Override
  public Outcome outcome(PushOutcome result) {
    return new Outcome(
        result.succeeded() ? Status.SUCCEEDED : Status.FAILED,
        details(result, new LinkedHashMap<>()));
  }

  /** What an operator wants to know of {@code result}. */
  static Map<String, String> details(PushOutcome result, Map<String, String> details) {
    details.put("outcome", result.word());
    if (result instanceof PushOutcome.Pushed pushed) {
      details.put("before", pushed.before());
      details.put("head", pushed.after());
      pushed.unrecorded().ifPresent(why -> details.put("unrecorded", why.getMessage()));
      if (pushed.tie() != PushOutcome.Tie.NO_FENCE) {
        details.put("lease", pushed.tie().text());
      }
    } else if (result instanceof PushOutcome.UpToDate there) {
      details.put("head", there.commit());
      there.unrecorded().ifPresent(why -> details.put("unrecorded", why.getMessage()));
    } else if (result instanceof PushOutcome.Moved moved) {
      details.put("expected", moved.expected());
      details.put("found", moved.found().orElse("nothing"));
    } else if (result instanceof PushOutcome.Refused refused) {
      details.put("reason", refused.why());
    } else if (result instanceof PushOutcome.Unknown unknown) {
      details.put("reason", unknown.why());
      unknown.found().ifPresent(commit -> details.put("found", commit));
    }
    return details;
  }
}

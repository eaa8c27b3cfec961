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
import java.util.function.Consumer;
import java.util.function.Supplier;

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

  private final Supplier<Checkout> checkout;
  private final PushRequest request;
  private final Supplier<Forge> forge;
  private final Consumer<String> certified;

  /**
   * One for {@code request}.
   *
   * @param certified told the commit that the branch is at now: {@code PrLease::certify}, so that
   *     the next push expects it. It is also told when an earlier push turns out to have landed
   */
  public ForcePushAction(
      Checkout checkout, PushRequest request, Forge forge, Consumer<String> certified) {
    this(() -> checkout, request, () -> forge, certified);
  }

  /** One whose checkout and forge are looked for when it runs. */
  ForcePushAction(
      Supplier<Checkout> checkout,
      PushRequest request,
      Supplier<Forge> forge,
      Consumer<String> certified) {
    this.checkout = checkout;
    this.request = request;
    this.forge = forge;
    this.certified = certified;
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
    Readiness.check(gate);
    return new Pushing(checkout.get(), certified).push(gate, request, forge.get().read(gate.key()));
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

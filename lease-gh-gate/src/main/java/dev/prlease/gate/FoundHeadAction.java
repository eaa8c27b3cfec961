package dev.prlease.gate;

import dev.prlease.api.forge.MergeMethod;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Forge.MergeRequest;
import dev.prlease.spi.Forge.Protection;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.util.Optional;

/** A try to merge the head that is found under the lease. For one run. */
final class FoundHeadAction implements GatedAction<MergeOutcome> {
  private final Forge forge;
  private final MergeMethod method;
  private final MergeAction.Way way;

  /** The try that was made, once there was one. */
  private volatile Optional<MergeAction> made = Optional.empty();

  FoundHeadAction(Forge forge, MergeMethod method, MergeAction.Way way) {
    this.forge = forge;
    this.method = method;
    this.way = way;
  }

  /** A try to merge {@code head}; the one that is found, if that is empty. */
  static GatedAction<?> unless(
      Optional<String> head, Forge forge, MergeMethod method, MergeAction.Way way) {
    return head.<GatedAction<?>>map(sha -> pinned(forge, sha, method, way))
        .orElseGet(() -> new FoundHeadAction(forge, method, way));
  }

  private static MergeAction pinned(
      Forge forge, String head, MergeMethod method, MergeAction.Way way) {
    return MergeAction.of(forge, new MergeRequest(head, method, Protection.RESPECTED), way);
  }

  @Override
  public String name() {
    return way == MergeAction.Way.NOW ? MergeAction.NAME : MergeAction.ARMING;
  }

  @Override
  public MergeOutcome run(Gate gate) {
    PullRequest now = Look.at(forge, gate);
    if (now.merge().isPresent()) {
      return new MergeOutcome.AlreadyMerged(now.merge().get());
    }
    if (now.state() == PullRequest.State.CLOSED) {
      return new MergeOutcome.Closed();
    }
    MergeAction action = pinned(forge, now.head().sha(), method, way);
    made = Optional.of(action);
    return action.run(gate);
  }

  @Override
  public Outcome outcome(MergeOutcome result) {
    return made.map(action -> action.outcome(result))
        .orElseGet(
            () ->
                new Outcome(
                    result.isAccepted() ? Status.SUCCEEDED : Status.FAILED, result.details()));
  }
}

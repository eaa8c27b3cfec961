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
    MergeAction action =
        MergeAction.of(
            forge, new MergeRequest(now.head().sha(), method, Protection.RESPECTED), way);
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

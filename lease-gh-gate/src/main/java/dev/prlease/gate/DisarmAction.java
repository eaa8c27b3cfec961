package dev.prlease.gate;

import dev.prlease.api.forge.PullRequest;
import dev.prlease.spi.Forge;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.util.Map;

/** Takes back that the forge is to merge a pull request by itself; tells how it stands then. */
public final class DisarmAction implements GatedAction<PullRequest> {
  private final Forge forge;

  /** One for {@code forge}. */
  public DisarmAction(Forge forge) {
    this.forge = forge;
  }

  @Override
  public String name() {
    return "disarm";
  }

  /**
   * Disarms, and reads.
   *
   * @throws dev.prlease.api.forge.ForgeException if the forge refused, or could not be asked
   */
  @Override
  public PullRequest run(Gate gate) {
    forge.disarm(gate);
    return forge.read(gate.key());
  }

  @Override
  public Outcome outcome(PullRequest now) {
    boolean disarmed = now.autoMerge().isEmpty() && now.state() == PullRequest.State.OPEN;
    return new Outcome(
        disarmed ? Status.SUCCEEDED : Status.FAILED,
        Map.of("outcome", disarmed ? "disarmed" : "still " + now.state()));
  }
}

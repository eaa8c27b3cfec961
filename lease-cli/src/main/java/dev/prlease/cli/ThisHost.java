package dev.prlease.cli;

import dev.prlease.api.Holder;
import dev.prlease.gate.Liveness;
import dev.prlease.gate.ProcessProbe;

/** The processes of the machine that this one runs on. */
final class ThisHost implements Processes {
  private final ProcessProbe probe = new ProcessProbe();

  @Override
  public Holder self(String program, String label) {
    return probe.holder(program, label);
  }

  @Override
  public boolean isProvablyDead(Holder holder) {
    return probe.judge(holder) == Liveness.DEAD;
  }
}

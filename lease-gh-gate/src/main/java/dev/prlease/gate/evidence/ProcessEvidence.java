package dev.prlease.gate.evidence;

import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.ProcessState;
import dev.prlease.gate.ProcessProbe;
import dev.prlease.gate.ProcessSight;
import dev.prlease.process.Ancestor;
import dev.prlease.spi.Clock;

/** Looks at processes in {@code /proc}; what counts as dead says {@link ProcessProbe}. */
final class ProcessEvidence implements dev.prlease.spi.ProcessProbe {
  private static final String SOURCE = "/proc";

  private final Clock clock;
  private final ProcessProbe machine;

  ProcessEvidence(Clock clock, ProcessProbe machine) {
    this.clock = clock;
    this.machine = machine;
  }

  @Override
  public Evidence<ProcessState> look(ClaimProcess process) {
    return Asked.of(
        clock,
        SOURCE + "/" + process.identity().pid(),
        () -> {
          ProcessSight sight = machine.look(process.host(), process.identity());
          return switch (sight.liveness()) {
            case ALIVE -> ProcessState.ALIVE;
            case DEAD -> ProcessState.DEAD;
            case UNKNOWN -> throw Unclear.because(sight.why());
          };
        });
  }

  @Override
  public Evidence<ClaimProcess> identify(long pid) {
    return Asked.of(clock, SOURCE + "/" + pid, () -> identified(pid));
  }

  /** One that cannot be told from later ones with its id is no holder. */
  private ClaimProcess identified(long pid) throws Unclear {
    ClaimProcess process = new ClaimProcess(machine.hostName(), machine.identify(pid));
    ProcessSight sight = machine.look(process.host(), process.identity());
    return switch (sight.liveness()) {
      case ALIVE -> process;
      case DEAD -> throw Unclear.because("process " + pid + " ended while it was looked at");
      case UNKNOWN ->
          throw Unclear.because(
              process.identity().startTicks().isEmpty()
                  ? "there is no process " + pid + " that can be seen from here"
                  : sight.why());
    };
  }

  @Override
  public Evidence<ClaimProcess> task() {
    return Asked.of(
        clock,
        SOURCE + ", the ancestors of " + ProcessHandle.current().pid(),
        () -> identified(Tasks.nearest(Ancestor.ofThisProcess()).pid()));
  }
}

package dev.prlease.cli.claim;

import dev.prlease.api.claim.ClaimProcess;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.ProcessState;
import dev.prlease.spi.ClaimProbes;
import dev.prlease.spi.CompetitorsProbe;
import dev.prlease.spi.HeadsProbe;
import dev.prlease.spi.IdentityProbe;
import dev.prlease.spi.ProcessProbe;
import dev.prlease.spi.WorktreeProbe;

/**
 * Probes for a request whose process was named, and could not be seen: they say of it why, and that
 * it is unknown, also if one with its id has been started since.
 */
final class UnseenHolder implements ClaimProbes {
  private final ClaimProbes probes;
  private final ProcessProbe processes;

  UnseenHolder(ClaimProbes probes, ClaimProcess holder, Evidence<ClaimProcess> unseen) {
    this.probes = probes;
    this.processes =
        new ProcessProbe() {
          @Override
          public Evidence<ProcessState> look(ClaimProcess process) {
            return process.equals(holder)
                ? new Evidence.Unknown<>(Asking.why(unseen), unseen.source(), unseen.at())
                : probes.processes().look(process);
          }

          @Override
          public Evidence<ClaimProcess> identify(long pid) {
            return probes.processes().identify(pid);
          }

          @Override
          public Evidence<ClaimProcess> task() {
            return probes.processes().task();
          }
        };
  }

  @Override
  public ProcessProbe processes() {
    return processes;
  }

  @Override
  public WorktreeProbe worktrees() {
    return probes.worktrees();
  }

  @Override
  public HeadsProbe heads() {
    return probes.heads();
  }

  @Override
  public CompetitorsProbe competitors() {
    return probes.competitors();
  }

  @Override
  public IdentityProbe identity() {
    return probes.identity();
  }
}

package dev.prlease.gate.evidence;

import dev.prlease.gate.ProcessProbe;
import dev.prlease.gate.gh.GhQuestions;
import dev.prlease.spi.ClaimProbes;
import dev.prlease.spi.ClaimProbesContext;
import dev.prlease.spi.CompetitorsProbe;
import dev.prlease.spi.HeadsProbe;
import dev.prlease.spi.IdentityProbe;
import dev.prlease.spi.WorktreeProbe;

/** The probes of this machine, its git and its gh. */
final class GhClaimProbes implements ClaimProbes {
  private final ProcessEvidence processes;
  private final WorktreeEvidence worktrees;
  private final HeadsEvidence heads;
  private final CompetitorEvidence competitors;
  private final IdentityEvidence identity;

  GhClaimProbes(ClaimProbesContext context) {
    ProcessProbe machine = new ProcessProbe();
    Worktrees git = new Worktrees(context.environment());
    GhQuestions gh = new GhQuestions(context.clock(), context.environment(), context.directory());
    processes = new ProcessEvidence(context.clock(), machine);
    worktrees = new WorktreeEvidence(context.clock(), machine, git);
    heads = new HeadsEvidence(context.clock(), git);
    competitors = new CompetitorEvidence(context.clock(), git, gh);
    identity =
        new IdentityEvidence(context.clock(), gh, context.profile(), context.profileSource());
  }

  @Override
  public dev.prlease.spi.ProcessProbe processes() {
    return processes;
  }

  @Override
  public WorktreeProbe worktrees() {
    return worktrees;
  }

  @Override
  public HeadsProbe heads() {
    return heads;
  }

  @Override
  public CompetitorsProbe competitors() {
    return competitors;
  }

  @Override
  public IdentityProbe identity() {
    return identity;
  }
}

package dev.prlease.testkit;

import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Evidence;
import dev.prlease.spi.ClaimProbes;
import dev.prlease.spi.CompetitorsProbe;
import dev.prlease.spi.HeadsProbe;
import dev.prlease.spi.IdentityProbe;
import dev.prlease.spi.ProcessProbe;
import dev.prlease.spi.WorktreeProbe;
import java.util.Optional;

/** Probes of which some fail, as plugins of others may. */
final class ThrowingProbes implements ClaimProbes {
  private final ScriptedClaimProbes sound;

  ThrowingProbes(ScriptedClaimProbes sound) {
    this.sound = sound;
  }

  @Override
  public ProcessProbe processes() {
    return sound;
  }

  @Override
  public WorktreeProbe worktrees() {
    return sound;
  }

  @Override
  public HeadsProbe heads() {
    return new HeadsProbe() {
      @Override
      public Evidence<String> local(ClaimTerms terms) {
        throw new IllegalStateException("no git");
      }

      @Override
      public Evidence<Optional<String>> remote(ClaimTerms terms) {
        return sound.remote(terms);
      }
    };
  }

  @Override
  public CompetitorsProbe competitors() {
    return sound;
  }

  @Override
  public IdentityProbe identity() {
    return new IdentityProbe() {
      @Override
      public Evidence<String> user(String host) {
        throw new NoClassDefFoundError("dev/example/Gone");
      }

      @Override
      public Evidence<String> profile() {
        return sound.profile();
      }
    };
  }
}

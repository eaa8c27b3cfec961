package dev.prlease.gate.evidence;

import dev.prlease.api.claim.Evidence;
import dev.prlease.gate.gh.GhQuestions;
import dev.prlease.spi.Clock;
import dev.prlease.spi.IdentityProbe;

/** Looks who acts: as whom gh is logged in, and which profile is configured. */
final class IdentityEvidence implements IdentityProbe {
  private final Clock clock;
  private final GhQuestions gh;
  private final String profile;
  private final String profileSource;

  IdentityEvidence(Clock clock, GhQuestions gh, String profile, String profileSource) {
    this.clock = clock;
    this.gh = gh;
    this.profile = profile;
    this.profileSource = profileSource;
  }

  @Override
  public Evidence<String> user(String host) {
    return Asked.of(clock, "gh api graphql at " + host, () -> gh.login(host));
  }

  @Override
  public Evidence<String> profile() {
    return Asked.of(clock, profileSource, () -> profile);
  }
}

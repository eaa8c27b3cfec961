package dev.prlease.gate.evidence;

import dev.prlease.spi.ClaimProbes;
import dev.prlease.spi.ClaimProbesContext;
import dev.prlease.spi.ClaimProbesProvider;

/**
 * Opens the probes that ask git, gh and {@code /proc}; found by {@link java.util.ServiceLoader}.
 */
public final class GhClaimProbesProvider implements ClaimProbesProvider {
  /** What users call it. */
  public static final String NAME = "gh";

  /** For {@link java.util.ServiceLoader}. */
  public GhClaimProbesProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ClaimProbes open(ClaimProbesContext context) {
    return new GhClaimProbes(context);
  }
}

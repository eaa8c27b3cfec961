package dev.prlease.gate.gh;

import dev.prlease.spi.Forge;
import dev.prlease.spi.ForgeContext;
import dev.prlease.spi.ForgeProvider;

/** Opens GitHub through gh; found by {@link java.util.ServiceLoader}. */
public final class GhForgeProvider implements ForgeProvider {
  /** What users call it. */
  public static final String NAME = "gh";

  /** For {@link java.util.ServiceLoader}. */
  public GhForgeProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Forge open(ForgeContext context) {
    return new GhForge(context);
  }
}

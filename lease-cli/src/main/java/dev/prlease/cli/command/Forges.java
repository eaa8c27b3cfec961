package dev.prlease.cli.command;

import dev.prlease.cli.World;
import dev.prlease.core.ForgeProviders;
import dev.prlease.spi.Forge;
import dev.prlease.spi.ForgeContext;

/** Opens the forge of a call. */
public final class Forges {
  /** The one that is built in: GitHub, by its own program. */
  private static final String USUAL = "gh";

  private Forges() {}

  /** Opens it; asks nobody anything yet. */
  public static Forge open(World world) {
    return ForgeProviders.discover()
        .open(USUAL, new ForgeContext(world.clock(), world.environment(), world.directory()));
  }
}

package dev.prlease.gate;

import dev.prlease.gate.gh.GhForgeProvider;
import dev.prlease.spi.Forge;
import dev.prlease.spi.ForgeContext;
import dev.prlease.spi.SystemClock;
import java.nio.file.Path;
import java.util.Map;

/** The forge that actions made by their names act on. */
final class ForgeOf {
  private ForgeOf() {}

  /** GitHub, through gh in this program's working directory. */
  static Forge environment(Map<String, String> environment) {
    return new GhForgeProvider()
        .open(new ForgeContext(new SystemClock(), environment, Path.of("").toAbsolutePath()));
  }
}

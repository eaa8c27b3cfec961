package dev.prlease.gate;

import dev.prlease.core.ForgeProviders;
import dev.prlease.spi.Forge;
import dev.prlease.spi.ForgeContext;
import dev.prlease.spi.SystemClock;
import java.nio.file.Path;
import java.util.Map;

/** The forge that actions act on which are made by their names. */
final class UsualForge {
  private static final String GITHUB = "gh";

  private UsualForge() {}

  /** GitHub, through gh in this program's working directory. */
  static Forge here(Map<String, String> environment) {
    return open(Path.of("").toAbsolutePath(), environment);
  }

  /** GitHub, through gh. */
  static Forge open(Path directory, Map<String, String> environment) {
    return ForgeProviders.discover()
        .open(GITHUB, new ForgeContext(new SystemClock(), environment, directory));
  }
}

package dev.prlease.cli.command;

import dev.prlease.cli.World;
import java.util.Map;
import java.util.Optional;

/**
 * The {@link Settings} of one call: read and checked when first asked for, and then the same to its
 * end, whatever is written to the file meanwhile. Not thread-safe; an acting call has them read
 * before it does anything.
 */
final class SettingsOnce {
  private final Map<String, String> environment;
  private Optional<Settings> read = Optional.empty();

  SettingsOnce(World world) {
    this.environment = world.environment();
  }

  /**
   * All of them.
   *
   * @throws dev.prlease.api.LeaseConfigurationException as {@link Settings#of} does
   */
  Settings get() {
    if (read.isEmpty()) {
      read = Optional.of(Settings.of(environment));
    }
    return read.get();
  }
}

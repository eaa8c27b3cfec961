package dev.prlease.mcp.tool;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a command is run.
 *
 * @param directory empty for where the server was started
 */
record CommandCallIn(Optional<Path> directory) {
  /** Where the server was started. */
  static final CommandCallIn HERE = new CommandCallIn(Optional.empty());
}

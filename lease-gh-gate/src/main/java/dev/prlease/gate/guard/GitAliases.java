package dev.prlease.gate.guard;

import java.nio.file.Path;
import java.util.Optional;

/** What the user's configuration calls by other names. */
@FunctionalInterface
public interface GitAliases {
  /** There are none. */
  GitAliases NONE = (directory, name) -> Optional.empty();

  /**
   * What {@code git NAME} stands for in {@code directory}, which is empty where it is not known; as
   * it is configured, with the exclamation mark of one that is a shell command.
   */
  Optional<String> find(Optional<Path> directory, String name);
}

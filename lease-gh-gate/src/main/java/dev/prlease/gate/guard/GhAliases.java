package dev.prlease.gate.guard;

import java.util.Map;
import java.util.Optional;

/** What the user's configuration of gh calls by other names. */
@FunctionalInterface
public interface GhAliases {
  /** There are none. */
  GhAliases NONE = name -> Optional.empty();

  /**
   * What {@code gh NAME} stands for, as it is configured: with the exclamation mark of one that is
   * a shell command.
   */
  Optional<String> find(String name);

  /**
   * Those in gh's own file, which is read when the first is asked for. What cannot be read there is
   * none.
   *
   * @param environment the user's variables, which say where that is
   */
  static GhAliases of(Map<String, String> environment) {
    return new GhAliasFile(environment);
  }
}

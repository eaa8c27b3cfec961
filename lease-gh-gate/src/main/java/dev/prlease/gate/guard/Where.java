package dev.prlease.gate.guard;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where a command would run.
 *
 * @param directory the directory; empty if only the shell will know
 * @param gitDirectory the git directory, if the command names one
 * @param variables those variables that the command line sets and that a guard asks for; one that
 *     only the shell will know is empty
 */
public record Where(
    Optional<Path> directory, Optional<Path> gitDirectory, Map<String, String> variables) {
  /** Copies the variables. */
  public Where {
    variables = Map.copyOf(variables);
  }

  /** A directory, and nothing else. */
  public static Where in(Path directory) {
    return new Where(Optional.of(directory), Optional.empty(), Map.of());
  }

  /** Somewhere that cannot be told. */
  public Where unknown() {
    return new Where(Optional.empty(), Optional.empty(), variables);
  }
}

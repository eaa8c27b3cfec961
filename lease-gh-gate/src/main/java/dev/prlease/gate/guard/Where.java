package dev.prlease.gate.guard;

import dev.prlease.gate.guard.shell.Marks;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a command would run.
 *
 * @param directory the directory; empty if only the shell will know
 * @param gitDirectory the git directory, if the command names one
 * @param variables those variables that the command line sets and that a guard asks for; one that
 *     only the shell will know is empty
 * @param settings what the command line configures besides, as {@code git -c} has it, as far as it
 *     tells where pushes go
 */
public record Where(
    Optional<Path> directory,
    Optional<Path> gitDirectory,
    Map<String, String> variables,
    List<String> settings) {
  /** Copies variables and settings. */
  public Where {
    variables = Map.copyOf(variables);
    settings = List.copyOf(settings);
  }

  /** A directory, and nothing else. */
  public static Where in(Path directory) {
    return new Where(Optional.of(directory), Optional.empty(), Map.of(), List.of());
  }

  /** Somewhere that cannot be told. */
  public Where unknown() {
    return new Where(Optional.empty(), Optional.empty(), variables, List.of());
  }

  /** The same place with those of {@code given} that can be told from the command line. */
  Where with(List<String> given) {
    return new Where(
        directory, gitDirectory, variables, given.stream().filter(Marks::isKnown).toList());
  }
}

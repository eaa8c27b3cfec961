package dev.prlease.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a user asked to run.
 *
 * @param words the program, then its arguments; handed over as they are, never read by a shell
 * @param environment all variables that it gets
 * @param directory where it starts
 */
public record Command(List<String> words, Map<String, String> environment, Path directory) {
  /**
   * Copies the words and the environment.
   *
   * @throws IllegalArgumentException if there is no word, or a NUL character somewhere
   */
  public Command {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("no command given");
    }
    Arguments.requireNoNul(words, environment);
  }

  /** The program, as the user wrote it. */
  public String program() {
    return words.get(0);
  }
}

package dev.prlease.mcp;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One call of the {@code prlease} command.
 *
 * @param words what would be typed behind {@code prlease}
 * @param directory where; empty for where the server was started
 */
public record CommandCall(List<String> words, Optional<Path> directory) {
  /** Copies the words. */
  public CommandCall {
    words = List.copyOf(words);
  }

  /** One where the server was started. */
  public static CommandCall of(List<String> words) {
    return new CommandCall(words, Optional.empty());
  }
}

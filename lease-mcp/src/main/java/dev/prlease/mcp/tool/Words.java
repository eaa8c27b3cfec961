package dev.prlease.mcp.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The words of a command. Values stand in one word with their option: whatever they begin with,
 * they are no option of their own.
 */
final class Words {
  private final List<String> words = new ArrayList<>();

  private Words(String command) {
    words.add(command);
    words.add("--json");
  }

  static Words of(String command) {
    return new Words(command);
  }

  Words option(String name, Object value) {
    words.add("--" + name + "=" + value);
    return this;
  }

  Words option(String name, Optional<?> value) {
    value.ifPresent(given -> option(name, given));
    return this;
  }

  Words flag(String name, boolean given) {
    if (given) {
      words.add("--" + name);
    }
    return this;
  }

  /**
   * Words beside options.
   *
   * @throws UnfitException if one looks like an option
   */
  Words operands(List<String> operands) {
    for (String operand : operands) {
      if (operand.startsWith("-")) {
        throw new UnfitException(
            "'" + operand + "' looks like an option, and only names and refspecs are taken",
            "Write a refspec as git does, such as HEAD:feature.");
      }
      words.add(operand);
    }
    return this;
  }

  List<String> list() {
    return List.copyOf(words);
  }
}

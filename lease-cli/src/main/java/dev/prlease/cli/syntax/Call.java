package dev.prlease.cli.syntax;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One call of a subcommand, as typed and found to fit its row in the table.
 *
 * @param command the row
 * @param options what was given, by name; a flag's value is empty
 * @param operands the words beside options; behind {@code --} for a command to run
 */
public record Call(CommandSpec command, Map<String, String> options, List<String> operands) {
  /** What was called, as typed: {@code prlease run}. */
  public String name() {
    return "prlease " + command.name();
  }

  /** Whether the option was given. */
  public boolean has(String option) {
    return options.containsKey(option);
  }

  /** The option's value, if it was given. */
  public Optional<String> value(String option) {
    return Optional.ofNullable(options.get(option));
  }
}

package dev.prlease.cli.syntax;

import static dev.prlease.cli.ExitCode.DONE;
import static dev.prlease.cli.ExitCode.USAGE;

import java.util.List;

/** The rows of subcommands that help to type the others. */
final class ShellRows {
  private ShellRows() {}

  static CommandSpec completion() {
    return new CommandSpec(
        "completion",
        "print a completion script for a shell",
        List.of(),
        List.of(),
        Operands.SHELL,
        List.of(DONE, USAGE),
        List.of(
            new Example("source <(prlease completion bash)", "for this bash"),
            new Example(
                "prlease completion fish > ~/.config/fish/completions/prlease.fish",
                "for every fish")));
  }

  static CommandSpec help() {
    return new CommandSpec(
        "help",
        "show how a command is called",
        List.of(),
        List.of(),
        Operands.SUBCOMMAND,
        List.of(DONE, USAGE),
        List.of(
            new Example("prlease help run", "the same as prlease run --help"),
            new Example("prlease help outcome-unknown", "what that error means"),
            new Example("prlease help 74", "what may have ended with that exit code")));
  }
}

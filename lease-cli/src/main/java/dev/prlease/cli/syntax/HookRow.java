package dev.prlease.cli.syntax;

import static dev.prlease.cli.ExitCode.CONFIGURATION;
import static dev.prlease.cli.ExitCode.DONE;
import static dev.prlease.cli.ExitCode.HELD;
import static dev.prlease.cli.ExitCode.STORE;
import static dev.prlease.cli.ExitCode.USAGE;
import static dev.prlease.cli.syntax.CommonOptions.STORE_OPTION;

import java.util.List;

/** The row of the subcommand that keeps git and agents from what others hold. */
final class HookRow {
  private HookRow() {}

  static CommandSpec hook() {
    return new CommandSpec(
        "hook",
        "keep git and agents from pull requests that others hold",
        List.of(
            "`install` puts a guard among the hooks of git (pre-push) and in the settings of"
                + " agents",
            "(claude, codex, gemini, cursor) of this project; without names, wherever it finds"
                + " one.",
            "What is there stays, an earlier git hook runs after it, and `uninstall` puts all"
                + " back.",
            "`run` is what these hooks call. It denies a push to, or a merge of, a pull request"
                + " that",
            "another session holds, and what looks like one and may hit it; else it says nothing."),
        List.of(
            OptionSpec.flag("user", "the user's own settings of agents, for all projects"),
            OptionSpec.flag("uninstall", "with install: the same as uninstall"),
            OptionSpec.flag("dry-run", "tell what would be changed, and change nothing"),
            OptionSpec.JSON,
            STORE_OPTION),
        Operands.HOOK,
        List.of(DONE, USAGE, STORE, HELD, CONFIGURATION),
        List.of(
            new Example("prlease hook install pre-push claude", "guard git and Claude Code here"),
            new Example("prlease hook install --user codex", "guard every project of Codex"),
            new Example("prlease hook uninstall", "all is as it was")));
  }
}

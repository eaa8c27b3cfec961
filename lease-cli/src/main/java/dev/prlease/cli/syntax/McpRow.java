package dev.prlease.cli.syntax;

import static dev.prlease.cli.ExitCode.CONFIGURATION;
import static dev.prlease.cli.ExitCode.DONE;
import static dev.prlease.cli.ExitCode.INTERRUPTED;
import static dev.prlease.cli.ExitCode.USAGE;
import static dev.prlease.cli.syntax.CommonOptions.SESSION;
import static dev.prlease.cli.syntax.CommonOptions.STORE_OPTION;

import java.util.List;

/** The row of the subcommand that serves agents. */
final class McpRow {
  private McpRow() {}

  static CommandSpec mcp() {
    return new CommandSpec(
        "mcp",
        "serve an agent by the Model Context Protocol",
        List.of(
            "A server on stdin and stdout, to be started by an agent's client: its tools take,"
                + " renew,",
            "check and give back leases, claim issues, merge, push, watch and merge, and tell what",
            "happened, as the commands of those names do. Ends with its input, and gives back the",
            "leases that were taken through it; so does a signal.",
            "",
            "It renews what a session holds while tool calls of that session keep coming, and for",
            "--idle after the last one. Then the lease ends with its TTL. A claim is kept by such",
            "calls themselves, and stays when the server ends."),
        List.of(
            new OptionSpec(
                "idle", "DURATION", "keep leases so long after a session's last tool call; 30m"),
            SESSION,
            STORE_OPTION),
        Operands.NONE,
        List.of(DONE, USAGE, CONFIGURATION, INTERRUPTED),
        List.of(
            new Example("claude mcp add prlease -- prlease mcp", "for Claude Code"),
            new Example("prlease mcp --idle 10m", "for agents that call often")));
  }
}

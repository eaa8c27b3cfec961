package dev.prlease.cli.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table of subcommands. A row is made when it is asked for: most calls need one. */
public final class CommandTable {
  /** Every subcommand, in the order of the help. */
  public static final List<String> NAMES =
      List.of(
          "run",
          "acquire",
          "renew",
          "assert",
          "release",
          "status",
          "list",
          "adopt",
          "break",
          "claim",
          "audit",
          "hook",
          "mcp",
          "store",
          "gc",
          "doctor",
          "watch-and-merge",
          "merge",
          "auto-merge",
          "push",
          "rebase",
          "close",
          "announce",
          "do",
          "completion",
          "help");

  private CommandTable() {}

  /** The row of {@code name}, or empty if there is no such subcommand. */
  public static Optional<CommandSpec> find(String name) {
    return switch (name) {
      case "run" -> Optional.of(OwnLeaseRows.run());
      case "acquire" -> Optional.of(OwnLeaseRows.acquire());
      case "renew" -> Optional.of(OwnLeaseRows.renew());
      case "assert" -> Optional.of(OwnLeaseRows.assertOwned());
      case "release" -> Optional.of(OwnLeaseRows.release());
      case "status" -> Optional.of(OversightRows.status());
      case "list" -> Optional.of(OversightRows.list());
      case "adopt" -> Optional.of(OversightRows.adopt());
      case "break" -> Optional.of(OversightRows.breakLease());
      case "claim" -> Optional.of(ClaimRow.claim());
      case "audit" -> Optional.of(OversightRows.audit());
      case "hook" -> Optional.of(HookRow.hook());
      case "mcp" -> Optional.of(McpRow.mcp());
      case "store" -> Optional.of(CareRows.store());
      case "gc" -> Optional.of(CareRows.gc());
      case "doctor" -> Optional.of(CareRows.doctor());
      case "watch-and-merge" -> Optional.of(GateRows.watchAndMerge());
      case "merge" -> Optional.of(GateRows.merge());
      case "auto-merge" -> Optional.of(GateRows.autoMerge());
      case "push" -> Optional.of(GateRows.push());
      case "rebase" -> Optional.of(GateRows.rebase());
      case "close" -> Optional.of(GateRows.close());
      case "announce" -> Optional.of(GateRows.announce());
      case "do" -> Optional.of(GateRows.act());
      case "completion" -> Optional.of(ShellRows.completion());
      case "help" -> Optional.of(ShellRows.help());
      default -> Optional.empty();
    };
  }

  /** The error for a word that is no subcommand. */
  public static UsageException unknown(String word) {
    if (word.startsWith("-")) {
      return new UsageException(
          "unknown option " + word + " before the command", "See what there is: prlease --help");
    }
    List<String> near = Nearest.to(word, NAMES);
    String hint = near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    return new UsageException(
        "there is no command '" + word + "'" + hint, "See what there is: prlease --help");
  }

  /** Every row. */
  public static List<CommandSpec> all() {
    List<CommandSpec> rows = new ArrayList<>();
    for (String name : NAMES) {
      rows.add(find(name).orElseThrow());
    }
    return rows;
  }
}

package dev.prlease.cli.command;

import dev.prlease.cli.Subcommand;
import dev.prlease.cli.claim.ClaimCommand;
import dev.prlease.cli.gate.AnnounceCommand;
import dev.prlease.cli.gate.CloseCommand;
import dev.prlease.cli.gate.DoCommand;
import dev.prlease.cli.gate.PushCommand;
import dev.prlease.cli.gate.RebaseCommand;
import dev.prlease.cli.gate.WatchCommand;
import dev.prlease.cli.mcp.McpCommand;

/** Makes the subcommand of a name; no other is loaded. */
public final class Subcommands {
  private Subcommands() {}

  /** The subcommand called {@code name}, which is one of the table's. */
  public static Subcommand find(String name) {
    return switch (name) {
      case "run" -> new RunCommand();
      case "acquire" -> new AcquireCommand();
      case "renew" -> new RenewCommand();
      case "assert" -> new AssertCommand();
      case "release" -> new ReleaseCommand();
      case "status" -> new StatusCommand();
      case "list" -> new ListCommand();
      case "adopt" -> new AdoptCommand();
      case "break" -> new BreakCommand();
      case "claim" -> new ClaimCommand();
      case "audit" -> new AuditCommand();
      case "store" -> new StoreCommand();
      case "gc" -> new GcCommand();
      case "doctor" -> new DoctorCommand();
      case "watch-and-merge" -> WatchCommand.watchAndMerge();
      case "merge" -> WatchCommand.merge();
      case "auto-merge" -> WatchCommand.autoMerge();
      case "push" -> new PushCommand();
      case "rebase" -> new RebaseCommand();
      case "close" -> new CloseCommand();
      case "announce" -> new AnnounceCommand();
      case "do" -> new DoCommand();
      case "hook" -> new HookCommand();
      case "mcp" -> new McpCommand();
      case "completion" -> new CompletionCommand();
      case "help" -> new HelpCommand();
      default -> throw new IllegalStateException("no class for the subcommand " + name);
    };
  }
}

package dev.prlease.cli.command;

import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.CommandSpec;
import dev.prlease.cli.syntax.CommandTable;
import dev.prlease.cli.syntax.ErrorPage;
import dev.prlease.cli.syntax.HelpText;
import java.util.List;
import java.util.Optional;

/** {@code prlease help}. */
final class HelpCommand implements Subcommand {
  @Override
  public int run(Call call, World world) {
    help(call.operands()).forEach(world.console()::out);
    return ExitCode.DONE;
  }

  private static List<String> help(List<String> about) {
    if (about.isEmpty()) {
      return HelpText.overview();
    }
    String name = about.get(0);
    Optional<CommandSpec> command = CommandTable.find(name);
    if (command.isPresent()) {
      return HelpText.of(command.get());
    }
    List<String> error = ErrorPage.read().about(name);
    if (error.isEmpty()) {
      throw CommandTable.unknown(name);
    }
    return error;
  }
}

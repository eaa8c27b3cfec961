package dev.prlease.cli.command;

import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.Completion;

/** {@code prlease completion}: prints a completion script. */
final class CompletionCommand implements Subcommand {
  @Override
  public int run(Call call, World world) {
    Completion.script(call.operands().get(0)).forEach(world.console()::out);
    return ExitCode.DONE;
  }
}

package dev.prlease.cli;

import dev.prlease.cli.command.Subcommands;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.CallParser;
import dev.prlease.cli.syntax.CommandSpec;
import dev.prlease.cli.syntax.CommandTable;
import dev.prlease.cli.syntax.HelpText;
import dev.prlease.cli.syntax.OptionSpec;
import dev.prlease.cli.syntax.UsageException;
import java.util.List;
import java.util.Optional;

/** One call of the command, from its words to its exit code. */
public final class Cli {
  private static final String NAME = "prlease";

  private final World world;
  private final Console console;

  /** A call in {@code world}. */
  public Cli(World world) {
    this.world = world;
    this.console = world.console();
  }

  /** Does what {@code words} say and returns the exit code; never throws. */
  public int run(List<String> words) {
    AnswerForm form = AnswerForm.of(words);
    int code;
    try {
      checkDecoded(words);
      code = words.isEmpty() ? nothingSaid() : dispatch(words, form);
    } catch (UsageException wrong) {
      code = new Failures(world, NAME, form, Optional.empty(), more -> {}).report(wrong);
    }
    return finish(code);
  }

  /**
   * Refuses words that were not decoded: different bytes leave the same replacement character, so a
   * session or key could be taken for another, and a command would not get what was meant.
   */
  private static void checkDecoded(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).indexOf('\ufffd') >= 0) {
        throw new UsageException(
            "argument " + (i + 1) + " is not text in UTF-8",
            "Write it in UTF-8, and start prlease in a locale that uses it, such as C.UTF-8.");
      }
    }
  }

  /** No command is no success: a script whose variable was empty must not go on. */
  private int nothingSaid() {
    HelpText.overview().forEach(console::err);
    return ExitCode.USAGE;
  }

  private int dispatch(List<String> words, AnswerForm form) {
    String first = words.get(0);
    switch (first) {
      case "--version" -> {
        console.out(NAME + " " + Version.read());
        return ExitCode.DONE;
      }
      case "--help", "-h" -> {
        HelpText.overview().forEach(console::out);
        return ExitCode.DONE;
      }
      default -> {
        Optional<CommandSpec> command = CommandTable.find(first);
        if (command.isEmpty()) {
          throw CommandTable.unknown(first);
        }
        return call(command.get(), words.subList(1, words.size()), form);
      }
    }
  }

  private int call(CommandSpec command, List<String> words, AnswerForm form) {
    String name = NAME + " " + command.name();
    Subcommand subcommand = Subcommands.find(command.name());
    Optional<Call> known = Optional.empty();
    try {
      Call call = CallParser.parse(command, words);
      if (call.has(OptionSpec.HELP.name())) {
        HelpText.of(command).forEach(console::out);
        return ExitCode.DONE;
      }
      known = Optional.of(call);
      return subcommand.run(call, world);
    } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError failure) {
      return new Failures(world, name, form, known, to -> subcommand.describe(failure, to))
          .report(failure);
    }
  }

  /** An answer that did not arrive is no success, unless its reader went away. */
  private int finish(int code) {
    console.flush();
    if (console.failure().isPresent()) {
      console.err(
          NAME + ": the answer could not be written: " + console.failure().get().getMessage());
      return code == ExitCode.DONE ? ExitCode.STORE : code;
    }
    return code;
  }
}

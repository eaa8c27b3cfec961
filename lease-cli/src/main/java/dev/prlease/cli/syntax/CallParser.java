package dev.prlease.cli.syntax;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.MissingArgumentException;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.apache.commons.cli.UnrecognizedOptionException;

/** Reads the words behind a subcommand's name by its row in the table. */
public final class CallParser {
  private CallParser() {}

  /**
   * Reads {@code words}.
   *
   * @throws UsageException if they do not fit {@code command}
   */
  public static Call parse(CommandSpec command, List<String> words) {
    boolean splits =
        command.operands() == Operands.COMMAND || command.operands() == Operands.ACTION;
    int split = splits ? words.indexOf("--") : -1;
    List<String> own = split < 0 ? words : words.subList(0, split);
    CommandLine line = read(command, own);
    Map<String, String> options = options(command, line);
    if (options.containsKey(OptionSpec.HELP.name())) {
      return new Call(command, options, List.of());
    }
    List<String> operands = operands(command, line.getArgList(), words, split);
    return new Call(command, options, operands);
  }

  private static CommandLine read(CommandSpec command, List<String> words) {
    Options options = new Options();
    options.addOption(new Option("h", OptionSpec.HELP.name(), false, ""));
    for (OptionSpec option : command.options()) {
      options.addOption(new Option(null, option.name(), option.hasValue(), ""));
    }
    DefaultParser parser =
        DefaultParser.builder()
            .setAllowPartialMatching(false)
            .setStripLeadingAndTrailingQuotes(false)
            .get();
    try {
      return parser.parse(options, words.toArray(new String[0]));
    } catch (MissingArgumentException e) {
      throw wrong(command, "--" + e.getOption().getLongOpt() + " needs a value");
    } catch (UnrecognizedOptionException e) {
      throw wrong(command, unknown(command, e.getOption()));
    } catch (ParseException e) {
      throw wrong(command, String.valueOf(e.getMessage()));
    }
  }

  private static Map<String, String> options(CommandSpec command, CommandLine line) {
    Map<String, String> given = new HashMap<>();
    for (Option option : line.getOptions()) {
      String name = option.getLongOpt();
      String value = option.hasArg() ? option.getValue() : "";
      if (given.put(name, value) != null && option.hasArg()) {
        throw wrong(command, "--" + name + " is given twice");
      }
    }
    return given;
  }

  private static List<String> operands(
      CommandSpec command, List<String> loose, List<String> words, int split) {
    if (command.operands() == Operands.COMMAND) {
      return commandWords(command, loose, words, split);
    }
    int most =
        switch (command.operands()) {
          case NONE -> 0;
          case HOOK, REFSPECS -> Integer.MAX_VALUE;
          default -> 1;
        };
    if (loose.size() > most) {
      throw wrong(command, "unexpected argument '" + loose.get(most) + "'");
    }
    if (command.operands() == Operands.SHELL && loose.isEmpty()) {
      throw wrong(command, "which shell? One of " + Operands.SHELL.usage());
    }
    if (command.operands() == Operands.ACTION) {
      return action(command, loose, words, split);
    }
    return List.copyOf(loose);
  }

  private static List<String> action(
      CommandSpec command, List<String> loose, List<String> words, int split) {
    if (loose.isEmpty()) {
      throw wrong(command, "which action?");
    }
    List<String> all = new ArrayList<>(loose);
    if (split >= 0) {
      all.addAll(words.subList(split + 1, words.size()));
    }
    return all;
  }

  private static List<String> commandWords(
      CommandSpec command, List<String> loose, List<String> words, int split) {
    if (!loose.isEmpty()) {
      throw wrong(
          command,
          "unexpected argument '"
              + loose.get(0)
              + "'"
              + (split < 0 ? ": the command to run stands behind --" : ""));
    }
    if (split < 0 || split == words.size() - 1) {
      throw wrong(command, "no command to run: write it behind --");
    }
    return new ArrayList<>(words.subList(split + 1, words.size()));
  }

  private static String unknown(CommandSpec command, String typed) {
    int dashes = typed.startsWith("--") ? 2 : 1;
    int equals = typed.indexOf('=');
    String name = typed.substring(dashes, equals < 0 ? typed.length() : equals);
    List<String> names = new ArrayList<>();
    for (OptionSpec option : command.options()) {
      if (equals >= 0 && option.name().equals(name)) {
        return "--" + name + " takes no value";
      }
      if (option.isShown()) {
        names.add(option.name());
      }
    }
    List<String> near = Nearest.to(name, names);
    String hint = near.isEmpty() ? "" : "; did you mean --" + String.join(" or --", near) + "?";
    return "unknown option " + "-".repeat(dashes) + name + hint;
  }

  private static UsageException wrong(CommandSpec command, String message) {
    return new UsageException(message, "See how it is called: prlease help " + command.name());
  }
}

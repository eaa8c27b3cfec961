package dev.prlease.cli.syntax;

import dev.prlease.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;

/** Writes help from the table. */
public final class HelpText {
  private HelpText() {}

  /** What the program does and which subcommands there are. */
  public static List<String> overview() {
    List<String> lines = new ArrayList<>();
    lines.add("prlease keeps two automations from driving one pull request at the same time.");
    lines.add("");
    lines.add("usage: prlease COMMAND [OPTION ...]");
    lines.add("");
    for (CommandSpec command : CommandTable.all()) {
      lines.add("  " + pad(command.name(), 12) + command.summary());
    }
    lines.add("");
    lines.add("  " + pad("--version", 12) + "show the version");
    lines.add("  " + pad("--help", 12) + "show this help");
    lines.add("");
    lines.add("A first use:");
    lines.add("  prlease run --repo acme/app --pr 42 -- git push --force-with-lease");
    lines.add("");
    lines.add("A lease is cooperation, not authorization: it coordinates those who ask for it.");
    lines.add("More about a command: prlease help COMMAND");
    lines.add("About an error or an exit code: prlease help CODE");
    return lines;
  }

  /** How one subcommand is called. */
  public static List<String> of(CommandSpec command) {
    List<String> lines = new ArrayList<>();
    lines.add("prlease " + command.name() + ": " + command.summary());
    lines.add("");
    lines.add("usage: " + usage(command));
    if (!command.description().isEmpty()) {
      lines.add("");
      lines.addAll(command.description());
    }
    lines.add("");
    lines.add("options:");
    for (OptionSpec option : command.options()) {
      if (option.isShown()) {
        lines.add("  " + pad(option.usage(), 26) + option.summary());
      }
    }
    lines.add("  " + pad("-h, --help", 26) + OptionSpec.HELP.summary());
    lines.add("");
    lines.add("exit codes:");
    for (int code : command.exitCodes()) {
      lines.add(
          "  "
              + pad(code == ExitCode.INTERRUPTED ? "129,130,143" : "" + code, 13)
              + ExitCode.meaning(code));
    }
    if (command.operands() == Operands.COMMAND) {
      lines.add("  " + pad("any other", 13) + "what CMD exited with; 128 + n if signal n ended it");
    }
    lines.add("");
    lines.add("examples:");
    for (Example example : command.examples()) {
      lines.add("  " + example.call());
      lines.add("      " + example.effect());
    }
    return lines;
  }

  private static String usage(CommandSpec command) {
    StringBuilder usage = new StringBuilder("prlease ").append(command.name());
    if (!command.options().isEmpty()) {
      usage.append(" [OPTION ...]");
    }
    if (command.operands() != Operands.NONE) {
      usage.append(' ').append(command.operands().usage());
    }
    return usage.toString();
  }

  private static String pad(String text, int width) {
    return text.length() >= width ? text + "  " : text + " ".repeat(width - text.length());
  }
}

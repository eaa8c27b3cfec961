package dev.prlease.cli.man;

import static dev.prlease.cli.man.Roff.bold;
import static dev.prlease.cli.man.Roff.italic;
import static dev.prlease.cli.man.Roff.plain;

import dev.prlease.cli.ExitCode;
import dev.prlease.cli.syntax.CommandSpec;
import dev.prlease.cli.syntax.CommandTable;
import dev.prlease.cli.syntax.Example;
import dev.prlease.cli.syntax.Operands;
import dev.prlease.cli.syntax.OptionSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Writes the manual pages from the table of subcommands: one about all, and one about each. */
public final class ManPages {
  private static final String PROGRAM = "prlease";
  private static final String OF_ALL =
      "keeps two automations from driving one pull request at the same time";

  private final String version;
  private final String date;

  /** Pages of {@code version}, of an ISO {@code date}. */
  public ManPages(String version, String date) {
    this.version = version;
    this.date = date;
  }

  /** All pages: what their file is called, and its lines. */
  public Map<String, List<String>> all() {
    Map<String, List<String>> pages = new LinkedHashMap<>();
    pages.put(PROGRAM + ".1", overview());
    for (CommandSpec command : CommandTable.all()) {
      pages.put(PROGRAM + "-" + command.name() + ".1", of(command));
    }
    return pages;
  }

  private List<String> overview() {
    Roff page = page(PROGRAM, OF_ALL);
    page.raw(bold(PROGRAM) + " " + italic("COMMAND") + " [" + italic("OPTION") + " ...]");
    page.section("DESCRIPTION")
        .text("Whoever wants to force-push, rebase or merge a pull request must hold its lease.")
        .text("Whoever comes second stands down.")
        .text("A crash frees the lease by itself after a while, its TTL.")
        .paragraph()
        .text("A lease is cooperation, not authorization: it coordinates those who ask for it.")
        .text("Reading a pull request never needs one.");
    page.section("COMMANDS");
    for (CommandSpec command : CommandTable.all()) {
      page.item(reference(command), sentence(command.summary()));
    }
    page.section("OPTIONS")
        .item(bold("--version"), "Show the version.")
        .item(bold("-h") + ", " + bold("--help"), "Show what commands there are.");
    exitStatus(page, allExitCodes());
    page.section("ENVIRONMENT");
    Variables.environment().forEach(row -> page.item(bold(row.name()), sentence(row.meaning())));
    page.section("FILES");
    Variables.files().forEach(row -> page.item(italic(row.name()), sentence(row.meaning())));
    page.section("EXAMPLES").text("A first use:");
    page.verbatim("prlease run --repo acme/app --pr 42 -- git push --force-with-lease");
    List<String> others = new ArrayList<>();
    CommandTable.all().forEach(command -> others.add(reference(command)));
    return seeAlso(page, others).lines();
  }

  private List<String> of(CommandSpec command) {
    Roff page = page(PROGRAM + "-" + command.name(), command.summary());
    page.raw(synopsis(command));
    page.section("DESCRIPTION");
    if (command.description().isEmpty()) {
      page.text(sentence(command.summary()));
    }
    for (String line : command.description()) {
      if (line.isEmpty()) {
        page.paragraph();
      } else {
        page.text(line);
      }
    }
    page.section("OPTIONS");
    for (OptionSpec option : command.options()) {
      if (option.isShown()) {
        page.item(option(option), sentence(option.summary()));
      }
    }
    page.item(bold("-h") + ", " + bold("--help"), sentence(OptionSpec.HELP.summary()));
    exitStatus(page, command.exitCodes());
    if (command.operands() == Operands.COMMAND) {
      page.item(italic("any other"), "What CMD exited with; 128 + n if signal n ended it.");
    }
    page.section("EXAMPLES");
    for (Example example : command.examples()) {
      if (!example.equals(command.examples().get(0))) {
        page.paragraph();
      }
      page.text(sentence(example.effect())).verbatim(example.call());
    }
    return seeAlso(page, List.of(reference(PROGRAM))).lines();
  }

  private Roff page(String name, String summary) {
    Roff page = new Roff().title(name, date, PROGRAM + " " + version);
    page.section("NAME").raw(plain(name) + " \\- " + plain(summary));
    return page.section("SYNOPSIS");
  }

  private static String synopsis(CommandSpec command) {
    String options = command.options().isEmpty() ? "" : " [" + italic("OPTION") + " ...]";
    String operands =
        command.operands() == Operands.NONE ? "" : " " + plain(command.operands().usage());
    return bold(PROGRAM + " " + command.name()) + options + operands;
  }

  private static String option(OptionSpec option) {
    String name = bold("--" + option.name());
    return option.hasValue() ? name + " " + italic(option.value()) : name;
  }

  private static Set<Integer> allExitCodes() {
    TreeSet<Integer> codes = new TreeSet<>();
    CommandTable.all().forEach(command -> codes.addAll(command.exitCodes()));
    return codes;
  }

  private static void exitStatus(Roff page, Iterable<Integer> codes) {
    page.section("EXIT STATUS");
    for (int code : codes) {
      String numbers = code == ExitCode.INTERRUPTED ? "129, 130, 143" : "" + code;
      page.item(bold(numbers), sentence(ExitCode.meaning(code)));
    }
  }

  private static Roff seeAlso(Roff page, List<String> others) {
    page.section("SEE ALSO");
    return page.raw(String.join(",\n", others));
  }

  private static String reference(CommandSpec command) {
    return reference(PROGRAM + "-" + command.name());
  }

  private static String reference(String name) {
    return bold(name) + "(1)";
  }

  /** A clause of the table, as a sentence. */
  private static String sentence(String clause) {
    char end = clause.charAt(clause.length() - 1);
    return Character.toUpperCase(clause.charAt(0))
        + clause.substring(1)
        + (end == '.' || end == '?' || end == ':' ? "" : ".");
  }
}

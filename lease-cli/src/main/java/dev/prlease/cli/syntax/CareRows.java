package dev.prlease.cli.syntax;

import static dev.prlease.cli.ExitCode.CONFIGURATION;
import static dev.prlease.cli.ExitCode.DONE;
import static dev.prlease.cli.ExitCode.FAILED;
import static dev.prlease.cli.ExitCode.STORE;
import static dev.prlease.cli.ExitCode.USAGE;
import static dev.prlease.cli.syntax.CommonOptions.STORE_OPTION;

import java.util.List;

/** The rows of subcommands that keep an installation in order. */
final class CareRows {
  private CareRows() {}

  static CommandSpec store() {
    return new CommandSpec(
        "store",
        "set up the store",
        List.of(
            "init: make what the store needs before its first lease, a table in a database, say.",
            "What is there already stays as it is, so it may be run again at any time. A store",
            "that needs nothing, such as files, says so.",
            "",
            "With --print it prints the script that does the same, for who runs it by other means,",
            "and changes nothing."),
        List.of(
            OptionSpec.flag("print", "print the script, and change nothing"),
            OptionSpec.JSON,
            STORE_OPTION),
        Operands.STORE,
        List.of(DONE, USAGE, STORE, CONFIGURATION),
        List.of(
            new Example(
                "prlease store init --store jdbc:postgresql://db.example.com/prlease",
                "make its table, once"),
            new Example("prlease store init --print", "show how")));
  }

  static CommandSpec gc() {
    return new CommandSpec(
        "gc",
        "remove what is left of leases released long ago",
        List.of(
            "Removes slots released more than 7 days ago, temporary files that dead processes left",
            "behind, and what was put aside as unreadable more than 30 days ago. Who owns what stays",
            "as it is: a slot with a record is kept, live or expired. May run at any time, beside",
            "everything else; it waits for nobody. Stops after a while and says how to go on.",
            "",
            "With --closed it looks at each live lease's pull request instead, and ends those that",
            "are merged or closed; and those whose process was one of this host and is gone for",
            "certain. Each goes into the audit as broken, with the reason. What such a process left",
            "armed for auto-merge or in a merge queue is told, and stays."),
        List.of(
            new OptionSpec(
                "older-than", "DURATION", "how long ago they were released; 7d, at least 1d"),
            OptionSpec.flag("closed", "instead, end leases whose pull request or process is gone"),
            new OptionSpec("max-time", "DURATION", "stop after so long; 10s"),
            new OptionSpec("after", "NAME", "go on where an earlier call stopped"),
            OptionSpec.flag("dry-run", "tell what would be removed, and remove nothing"),
            OptionSpec.JSON,
            STORE_OPTION),
        Operands.NONE,
        List.of(DONE, FAILED, USAGE, STORE, CONFIGURATION),
        List.of(
            new Example("prlease gc --dry-run", "what would go?"),
            new Example("prlease gc --closed", "leases that nobody will give back"),
            new Example("prlease gc --older-than 30d --max-time 5m", "from a timer, once a week")));
  }

  static CommandSpec doctor() {
    return new CommandSpec(
        "doctor",
        "look for what is wrong with this installation",
        List.of(
            "Looks at home, config file, environment, plugins, programs, clock, store and locks,",
            "and changes nothing: what it writes among the leases to try the disk it removes again.",
            "Each finding is ok, a warning or an error, with what to do about it. Exits with 0 if",
            "there is no error, and with 1 if there is one."),
        List.of(OptionSpec.JSON, STORE_OPTION),
        Operands.NONE,
        List.of(DONE, FAILED, USAGE),
        List.of(
            new Example("prlease doctor", "is all well?"),
            new Example("prlease doctor --json", "the same, for monitoring")));
  }
}

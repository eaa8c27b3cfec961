package dev.prlease.cli.syntax;

import static dev.prlease.cli.ExitCode.CANNOT_RUN;
import static dev.prlease.cli.ExitCode.CONFIGURATION;
import static dev.prlease.cli.ExitCode.DONE;
import static dev.prlease.cli.ExitCode.EXPIRED;
import static dev.prlease.cli.ExitCode.HELD;
import static dev.prlease.cli.ExitCode.INTERRUPTED;
import static dev.prlease.cli.ExitCode.NOT_FOUND;
import static dev.prlease.cli.ExitCode.NOT_OWNER;
import static dev.prlease.cli.ExitCode.STORE;
import static dev.prlease.cli.ExitCode.UNREADABLE;
import static dev.prlease.cli.ExitCode.USAGE;
import static dev.prlease.cli.ExitCode.WAIT_TIMEOUT;

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
          "audit",
          "completion",
          "help");

  private static final OptionSpec REPO =
      new OptionSpec("repo", "OWNER/NAME", "the repository; HOST/OWNER/NAME on another host");
  private static final OptionSpec PR = new OptionSpec("pr", "N", "the pull request's number");
  private static final OptionSpec KEY =
      new OptionSpec("key", "OWNER/NAME#N", "both in one, instead of --repo and --pr");
  private static final OptionSpec ISSUE = new OptionSpec("issue", "N", "");
  private static final OptionSpec STORE_OPTION =
      new OptionSpec(
          "store", "SCHEME:REST", "where leases are kept; else PRLEASE_STORE, else file:");
  private static final OptionSpec SESSION =
      new OptionSpec(
          "session", "ID", "who acts; else PRLEASE_SESSION, else this worktree's own session");
  private static final OptionSpec TTL =
      new OptionSpec(
          "ttl", "DURATION", "how long the lease lasts without renewal; 15m, at most 24h");
  private static final OptionSpec WAIT =
      new OptionSpec("wait", "DURATION", "wait so long for a lease that another session holds");

  private CommandTable() {}

  /** The row of {@code name}, or empty if there is no such subcommand. */
  public static Optional<CommandSpec> find(String name) {
    return switch (name) {
      case "run" -> Optional.of(run());
      case "acquire" -> Optional.of(acquire());
      case "renew" -> Optional.of(renew());
      case "assert" -> Optional.of(assertOwned());
      case "release" -> Optional.of(release());
      case "status" -> Optional.of(status());
      case "list" -> Optional.of(list());
      case "adopt" -> Optional.of(adopt());
      case "break" -> Optional.of(breakLease());
      case "audit" -> Optional.of(audit());
      case "completion" -> Optional.of(completion());
      case "help" -> Optional.of(help());
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

  private static CommandSpec run() {
    return new CommandSpec(
        "run",
        "run a command while holding the lease",
        List.of(
            "Acquires the lease, keeps it alive, checks it, runs CMD, releases it, and exits with",
            "what CMD exited with. If the lease is lost meanwhile, CMD is ended and the exit code",
            "is 76. CMD has the terminal, stdin and stdout to itself, and finds PRLEASE_KEY,",
            "PRLEASE_SESSION, PRLEASE_GRANT, PRLEASE_FENCE and PRLEASE_STORE in its environment: a",
            "prlease inside it joins this lease instead of taking one.",
            "",
            "The session that was asked for is used only if it holds the lease already, which then",
            "stays held; otherwise each run is a session of its own, so that two runs in one",
            "worktree exclude each other."),
        key(
            TTL,
            WAIT,
            new OptionSpec(
                "conflict-exit-code",
                "N",
                "exit with N instead of 75 when another session holds it"),
            SESSION,
            STORE_OPTION),
        Operands.COMMAND,
        List.of(
            USAGE,
            UNREADABLE,
            STORE,
            HELD,
            NOT_OWNER,
            CONFIGURATION,
            WAIT_TIMEOUT,
            CANNOT_RUN,
            NOT_FOUND,
            INTERRUPTED),
        List.of(
            new Example(
                "prlease run --repo acme/app --pr 42 -- git push --force-with-lease",
                "push, unless another session drives the pull request"),
            new Example(
                "prlease run --key acme/app#42 --wait 10m -- ./finish.sh",
                "wait up to ten minutes for it first")));
  }

  private static CommandSpec acquire() {
    return new CommandSpec(
        "acquire",
        "take the lease and leave it held",
        List.of(
            "Takes the lease for this session, or refreshes it if the session has it already, and",
            "leaves it held until it is released or its TTL is over. Inside `prlease run` it joins",
            "the lease of the run and changes nothing.",
            "",
            "In a git worktree without a session it makes one and keeps it in the git directory;",
            "outside it makes one and prints it."),
        key(
            TTL,
            WAIT,
            OptionSpec.flag("export", "print shell lines that export the lease to later commands"),
            OptionSpec.JSON,
            SESSION,
            STORE_OPTION),
        Operands.NONE,
        List.of(
            DONE,
            USAGE,
            UNREADABLE,
            STORE,
            HELD,
            NOT_OWNER,
            CONFIGURATION,
            WAIT_TIMEOUT,
            INTERRUPTED),
        List.of(
            new Example("prlease acquire --repo acme/app --pr 42 --ttl 1h", "take it for an hour"),
            new Example(
                "eval \"$(prlease acquire --repo acme/app --pr 42 --export)\"",
                "and let this shell's commands act under it")));
  }

  private static CommandSpec renew() {
    return new CommandSpec(
        "renew",
        "extend this session's live lease",
        List.of("Never revives an expired lease: acquire again instead."),
        key(TTL, OptionSpec.JSON, SESSION, STORE_OPTION),
        Operands.NONE,
        List.of(DONE, USAGE, UNREADABLE, STORE, NOT_OWNER, EXPIRED, CONFIGURATION),
        List.of(new Example("prlease renew --repo acme/app --pr 42", "another 15 minutes")));
  }

  private static CommandSpec assertOwned() {
    return new CommandSpec(
        "assert",
        "exit with 0 only if this session holds the lease now",
        List.of("The last step before an action: put nothing between the two."),
        key(
            new OptionSpec("at-least", "DURATION", "and only if so much of it is left"),
            OptionSpec.JSON,
            SESSION,
            STORE_OPTION),
        Operands.NONE,
        List.of(DONE, USAGE, UNREADABLE, STORE, NOT_OWNER, EXPIRED, CONFIGURATION),
        List.of(
            new Example(
                "prlease assert --repo acme/app --pr 42 --at-least 2m && gh pr merge 42 --squash",
                "merge only while holding it")));
  }

  private static CommandSpec release() {
    return new CommandSpec(
        "release",
        "give this session's lease back",
        List.of(
            "Does nothing, says so and exits with 0 if this session does not hold the lease: it is",
            "not held by this session afterwards either way. Inside `prlease run` it does nothing",
            "too: the run releases."),
        key(OptionSpec.JSON, SESSION, STORE_OPTION),
        Operands.NONE,
        List.of(DONE, USAGE, UNREADABLE, STORE, CONFIGURATION),
        List.of(new Example("prlease release --repo acme/app --pr 42", "let others have it")));
  }

  private static CommandSpec status() {
    return new CommandSpec(
        "status",
        "show who holds the lease",
        List.of(
            "With --exit-code: 0 if it is free or this session's, 75 if another session holds it,",
            "77 if it has expired, 65 if its record is unreadable."),
        key(
            OptionSpec.flag("exit-code", "tell the state by the exit code"),
            OptionSpec.JSON,
            SESSION,
            STORE_OPTION),
        Operands.NONE,
        List.of(DONE, USAGE, UNREADABLE, STORE, HELD, EXPIRED, CONFIGURATION),
        List.of(new Example("prlease status --repo acme/app --pr 42", "who drives it?")));
  }

  private static CommandSpec list() {
    return new CommandSpec(
        "list",
        "show all leases of the store",
        List.of("Live, expired and unreadable ones; unreadable ones only without a filter."),
        List.of(
            new OptionSpec("repo", "OWNER/NAME", "only this repository's"),
            new OptionSpec("session", "ID", "only this session's"),
            OptionSpec.JSON,
            STORE_OPTION),
        Operands.NONE,
        List.of(DONE, USAGE, STORE, CONFIGURATION),
        List.of(new Example("prlease list --repo acme/app", "what is being driven there?")));
  }

  private static CommandSpec adopt() {
    return new CommandSpec(
        "adopt",
        "move another session's live lease to this session",
        List.of(
            "For a session that goes on under a new name. The other session holds it no more, and",
            "its next check says so."),
        key(
            new OptionSpec("from", "SESSION", "the session that holds it now"),
            TTL,
            OptionSpec.JSON,
            SESSION,
            STORE_OPTION),
        Operands.NONE,
        List.of(DONE, USAGE, UNREADABLE, STORE, NOT_OWNER, EXPIRED, CONFIGURATION),
        List.of(
            new Example("prlease adopt --repo acme/app --pr 42 --from 9f2c8b1a", "go on with it")));
  }

  private static CommandSpec breakLease() {
    return new CommandSpec(
        "break",
        "end somebody's lease, for a reason",
        List.of(
            "An operator's act: the reason is kept in the audit. Prints until when the former",
            "holder, if it does not look again, may still act. An unreadable record, or one of",
            "another key, is put aside."),
        key(
            new OptionSpec("reason", "TEXT", "why; required"),
            OptionSpec.JSON,
            SESSION,
            STORE_OPTION),
        Operands.NONE,
        List.of(DONE, USAGE, STORE, NOT_OWNER, CONFIGURATION),
        List.of(
            new Example(
                "prlease break --repo acme/app --pr 42 --reason 'its machine is gone'",
                "free it now")));
  }

  private static CommandSpec audit() {
    return new CommandSpec(
        "audit",
        "show what happened",
        List.of(
            "Reads audit.jsonl in PRLEASE_HOME (~/.prlease), oldest first. Lines that cannot be",
            "read are named on stderr."),
        List.of(
            new OptionSpec("since", "TIME", "only from then on: a duration ago (2h), or RFC 3339"),
            KEY,
            new OptionSpec("session", "ID", "only what this session did, or what befell it"),
            OptionSpec.JSON),
        Operands.NONE,
        List.of(DONE, USAGE, STORE, CONFIGURATION),
        List.of(
            new Example(
                "prlease audit --key acme/app#42 --since 1d", "its story since yesterday")));
  }

  private static CommandSpec completion() {
    return new CommandSpec(
        "completion",
        "print a completion script for a shell",
        List.of(),
        List.of(),
        Operands.SHELL,
        List.of(DONE, USAGE),
        List.of(
            new Example("source <(prlease completion bash)", "for this bash"),
            new Example(
                "prlease completion fish > ~/.config/fish/completions/prlease.fish",
                "for every fish")));
  }

  private static CommandSpec help() {
    return new CommandSpec(
        "help",
        "show how a command is called",
        List.of(),
        List.of(),
        Operands.SUBCOMMAND,
        List.of(DONE, USAGE),
        List.of(new Example("prlease help run", "the same as prlease run --help")));
  }

  private static List<OptionSpec> key(OptionSpec... others) {
    List<OptionSpec> options = new ArrayList<>(List.of(REPO, PR, KEY, ISSUE));
    options.addAll(List.of(others));
    return options;
  }
}

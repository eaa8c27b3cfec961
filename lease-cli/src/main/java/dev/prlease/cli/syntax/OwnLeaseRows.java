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
import static dev.prlease.cli.ExitCode.TIMED_OUT;
import static dev.prlease.cli.ExitCode.UNREADABLE;
import static dev.prlease.cli.ExitCode.USAGE;
import static dev.prlease.cli.syntax.CommonOptions.SESSION;
import static dev.prlease.cli.syntax.CommonOptions.STORE_OPTION;
import static dev.prlease.cli.syntax.CommonOptions.TTL;
import static dev.prlease.cli.syntax.CommonOptions.WAIT;
import static dev.prlease.cli.syntax.CommonOptions.key;

import java.util.List;

/** The rows of subcommands by which a session takes, keeps and gives back its own leases. */
final class OwnLeaseRows {
  private OwnLeaseRows() {}

  static CommandSpec run() {
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
            "worktree exclude each other. A run of that session that is at work already makes this",
            "one stand down."),
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
            TIMED_OUT,
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

  static CommandSpec acquire() {
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
            DONE, USAGE, UNREADABLE, STORE, HELD, NOT_OWNER, CONFIGURATION, TIMED_OUT, INTERRUPTED),
        List.of(
            new Example("prlease acquire --repo acme/app --pr 42 --ttl 1h", "take it for an hour"),
            new Example(
                "eval \"$(prlease acquire --repo acme/app --pr 42 --export)\"",
                "and let this shell's commands act under it")));
  }

  static CommandSpec renew() {
    return new CommandSpec(
        "renew",
        "extend this session's live lease",
        List.of("Never revives an expired lease: acquire again instead."),
        key(TTL, OptionSpec.JSON, SESSION, STORE_OPTION),
        Operands.NONE,
        List.of(DONE, USAGE, UNREADABLE, STORE, NOT_OWNER, EXPIRED, CONFIGURATION),
        List.of(new Example("prlease renew --repo acme/app --pr 42", "another 15 minutes")));
  }

  static CommandSpec assertOwned() {
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

  static CommandSpec release() {
    return new CommandSpec(
        "release",
        "give this session's lease back",
        List.of(
            "Does nothing, says so and exits with 0 if this session does not hold the lease: it is",
            "not held by this session afterwards either way. Inside `prlease run` it does nothing",
            "too: the run releases; and while a run of this session is at work, it stands down."),
        key(OptionSpec.JSON, SESSION, STORE_OPTION),
        Operands.NONE,
        List.of(DONE, USAGE, UNREADABLE, STORE, HELD, CONFIGURATION, INTERRUPTED),
        List.of(new Example("prlease release --repo acme/app --pr 42", "let others have it")));
  }
}

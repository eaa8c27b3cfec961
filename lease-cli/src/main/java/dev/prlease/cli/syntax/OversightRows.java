package dev.prlease.cli.syntax;

import static dev.prlease.cli.ExitCode.CONFIGURATION;
import static dev.prlease.cli.ExitCode.DONE;
import static dev.prlease.cli.ExitCode.EXPIRED;
import static dev.prlease.cli.ExitCode.HELD;
import static dev.prlease.cli.ExitCode.INTERRUPTED;
import static dev.prlease.cli.ExitCode.NOT_OWNER;
import static dev.prlease.cli.ExitCode.STORE;
import static dev.prlease.cli.ExitCode.UNREADABLE;
import static dev.prlease.cli.ExitCode.USAGE;
import static dev.prlease.cli.syntax.CommonOptions.KEY;
import static dev.prlease.cli.syntax.CommonOptions.SESSION;
import static dev.prlease.cli.syntax.CommonOptions.STORE_OPTION;
import static dev.prlease.cli.syntax.CommonOptions.TTL;
import static dev.prlease.cli.syntax.CommonOptions.anyKey;
import static dev.prlease.cli.syntax.CommonOptions.key;

import java.util.List;

/** The rows of subcommands that look at leases, or step in on those of others. */
final class OversightRows {
  private OversightRows() {}

  static CommandSpec status() {
    return new CommandSpec(
        "status",
        "show who holds the lease",
        List.of(
            "With --exit-code: 0 if it is free or this session's, 75 if another session holds it,",
            "77 if it has expired, 65 if its record is unreadable."),
        anyKey(
            OptionSpec.flag("exit-code", "tell the state by the exit code"),
            OptionSpec.JSON,
            SESSION,
            STORE_OPTION),
        Operands.NONE,
        List.of(DONE, USAGE, UNREADABLE, STORE, HELD, EXPIRED, CONFIGURATION),
        List.of(new Example("prlease status --repo acme/app --pr 42", "who drives it?")));
  }

  static CommandSpec list() {
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

  static CommandSpec adopt() {
    return new CommandSpec(
        "adopt",
        "move another session's live lease to this session",
        List.of(
            "For a session that goes on under a new name. The other session holds it no more, and",
            "its next check says so; until when it may act without one is printed. While a run of",
            "the other session is at work, it stands down: end that, or break the lease."),
        key(
            new OptionSpec("from", "SESSION", "the session that holds it now"),
            TTL,
            OptionSpec.JSON,
            SESSION,
            STORE_OPTION),
        Operands.NONE,
        List.of(
            DONE, USAGE, UNREADABLE, STORE, HELD, NOT_OWNER, EXPIRED, CONFIGURATION, INTERRUPTED),
        List.of(
            new Example("prlease adopt --repo acme/app --pr 42 --from 9f2c8b1a", "go on with it")));
  }

  static CommandSpec breakLease() {
    return new CommandSpec(
        "break",
        "end somebody's lease, for a reason",
        List.of(
            "An operator's act: the reason is kept in the audit. Prints until when the former",
            "holder, if it does not look again, may still act. An unreadable record, or one of",
            "another key, is put aside."),
        anyKey(
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

  static CommandSpec audit() {
    return new CommandSpec(
        "audit",
        "show what happened",
        List.of(
            "Reads audit.jsonl in PRLEASE_HOME (~/.prlease), and the files that were rotated out",
            "of it, oldest first. Lines that cannot be read, such as one torn by a crash, are named",
            "on stderr with file and number; the exit code stays 0.",
            "",
            "With --follow it goes on with what happens, also across rotations, until a signal",
            "ends it or its reader goes; with --json each event is an object on a line of its own.",
            "--since 0 leaves out what happened before."),
        List.of(
            OptionSpec.flag("follow", "go on with what happens from now on"),
            new OptionSpec("since", "TIME", "only from then on: a duration ago (2h), or RFC 3339"),
            KEY,
            new OptionSpec("session", "ID", "only what this session did, or what befell it"),
            OptionSpec.JSON),
        Operands.NONE,
        List.of(DONE, USAGE, STORE, CONFIGURATION, INTERRUPTED),
        List.of(
            new Example("prlease audit --key acme/app#42 --since 1d", "its story since yesterday"),
            new Example(
                "prlease audit --follow --since 0 --json",
                "what happens from now on, for a program")));
  }
}

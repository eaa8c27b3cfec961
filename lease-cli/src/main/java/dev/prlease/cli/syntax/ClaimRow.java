package dev.prlease.cli.syntax;

import static dev.prlease.cli.ExitCode.CONFIGURATION;
import static dev.prlease.cli.ExitCode.DONE;
import static dev.prlease.cli.ExitCode.EXPIRED;
import static dev.prlease.cli.ExitCode.FAILED;
import static dev.prlease.cli.ExitCode.HELD;
import static dev.prlease.cli.ExitCode.INTERRUPTED;
import static dev.prlease.cli.ExitCode.NOT_OWNER;
import static dev.prlease.cli.ExitCode.STORE;
import static dev.prlease.cli.ExitCode.UNREADABLE;
import static dev.prlease.cli.ExitCode.USAGE;
import static dev.prlease.cli.syntax.CommonOptions.REPO;
import static dev.prlease.cli.syntax.CommonOptions.SESSION;
import static dev.prlease.cli.syntax.CommonOptions.STORE_OPTION;

import java.util.List;

/** The row of the subcommand for claims: leases on issues. */
final class ClaimRow {
  private ClaimRow() {}

  static CommandSpec claim() {
    return new CommandSpec(
        "claim",
        "hold an issue, on evidence",
        List.of(
            "A claim is a lease on an issue that says on which branch, in which worktree and for",
            "whom. It lasts 4h. An expired one is not free: its exact owner may renew it, others may",
            "take it over once its process is dead or its worktree gone. That is looked up, of git,",
            "gh and /proc: no option declares it. A refusal tells every reason.",
            "",
            "take: have it, on whatever ground there is: free, one's own, expired and proven.",
            "heartbeat: keep one's live claim; asks no forge.",
            "renew: have one's own back after it expired, with a clean worktree and all pushed.",
            "verify: succeed only if this session may act on it now; asks no forge.",
            "adopt: go on with the live claim that --from holds.",
            "release: give it back.",
            "reclaim: free an expired one whose process is dead or whose worktree is gone.",
            "show: tell whose it is, and its story.",
            "",
            "The user is the one whom gh is logged in as; the profile is the setting `profile` of",
            "config.properties. What is not said is found from the worktree."),
        List.of(
            new OptionSpec("issue", "N", "the issue's number"),
            REPO,
            new OptionSpec("key", "issue:OWNER/NAME#N", "both in one, instead of the two"),
            new OptionSpec("worktree", "PATH", "whose claim; else the one around this directory"),
            new OptionSpec("branch", "NAME", "for what; else the one checked out there"),
            new OptionSpec("remote", "NAME", "to push to; else the one that git pushes it to"),
            new OptionSpec("operation", "WORD", "the kind of work; author_issue_work"),
            new OptionSpec(
                "holder-pid", "PID", "the process at work; else the nearest that is no shell"),
            new OptionSpec("ttl", "DURATION", "how long it lasts without renewal; 4h, at most 24h"),
            new OptionSpec("from", "SESSION", "adopt: the session that holds it now"),
            OptionSpec.JSON,
            SESSION,
            STORE_OPTION),
        Operands.CLAIM,
        List.of(
            DONE,
            FAILED,
            USAGE,
            UNREADABLE,
            STORE,
            HELD,
            NOT_OWNER,
            EXPIRED,
            CONFIGURATION,
            INTERRUPTED),
        List.of(
            new Example(
                "prlease claim take --issue 760", "this worktree's branch is for issue 760"),
            new Example(
                "prlease claim verify --issue 760 && git push", "push only while holding it"),
            new Example(
                "prlease claim renew --issue 760",
                "it expired while the work went on: have it back"),
            new Example("prlease claim show --key issue:acme/app#760", "whose is it?")));
  }
}

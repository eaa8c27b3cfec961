package dev.prlease.cli.syntax;

import static dev.prlease.cli.ExitCode.CONFIGURATION;
import static dev.prlease.cli.ExitCode.DONE;
import static dev.prlease.cli.ExitCode.EXPIRED;
import static dev.prlease.cli.ExitCode.FAILED;
import static dev.prlease.cli.ExitCode.HELD;
import static dev.prlease.cli.ExitCode.INTERRUPTED;
import static dev.prlease.cli.ExitCode.NOT_OWNER;
import static dev.prlease.cli.ExitCode.STORE;
import static dev.prlease.cli.ExitCode.TIMED_OUT;
import static dev.prlease.cli.ExitCode.UNAVAILABLE;
import static dev.prlease.cli.ExitCode.UNREADABLE;
import static dev.prlease.cli.ExitCode.USAGE;
import static dev.prlease.cli.syntax.CommonOptions.SESSION;
import static dev.prlease.cli.syntax.CommonOptions.STORE_OPTION;
import static dev.prlease.cli.syntax.CommonOptions.TTL;
import static dev.prlease.cli.syntax.CommonOptions.WAIT;
import static dev.prlease.cli.syntax.CommonOptions.key;

import java.util.ArrayList;
import java.util.List;

/** The rows of subcommands that act on a pull request under its lease. */
final class GateRows {
  private static final OptionSpec EXPECT =
      new OptionSpec("expect", "COMMIT", "the commit that its branch must be at, whole");
  private static final OptionSpec DRY_RUN =
      OptionSpec.flag("dry-run", "tell what would be done, and neither take a lease nor do it");
  private static final OptionSpec SQUASH =
      OptionSpec.flag("squash", "one commit of all; the usual");
  private static final OptionSpec MERGE = OptionSpec.flag("merge", "a merge commit");
  private static final OptionSpec REBASE = OptionSpec.flag("rebase", "its commits onto the base");
  private static final OptionSpec ADMIN =
      OptionSpec.flag("admin", "bypass branch protection; recorded first, with --reason");
  private static final OptionSpec REASON =
      new OptionSpec("reason", "TEXT", "why branch protection is bypassed");
  private static final OptionSpec DELETE_BRANCH =
      OptionSpec.flag("delete-branch", "delete its branch once it is merged");
  private static final OptionSpec ANNOUNCE =
      OptionSpec.flag("announce", "show the lease in a comment on the pull request");
  private static final OptionSpec INTERVAL =
      new OptionSpec("interval", "DURATION", "look so often; 30s, at least 5s");
  private static final OptionSpec TIMEOUT =
      new OptionSpec("timeout", "DURATION", "give up after so long; 2h");

  private static final List<Integer> CODES =
      List.of(
          DONE,
          FAILED,
          USAGE,
          UNREADABLE,
          UNAVAILABLE,
          STORE,
          HELD,
          NOT_OWNER,
          EXPIRED,
          CONFIGURATION,
          TIMED_OUT,
          INTERRUPTED);

  private GateRows() {}

  /** Those of every command that acts under a lease, behind its {@code own}. */
  private static List<OptionSpec> gated(OptionSpec... own) {
    List<OptionSpec> options = key(own);
    options.addAll(List.of(TTL, WAIT, OptionSpec.JSON, SESSION, STORE_OPTION));
    return options;
  }

  /** Those of every command that has a pull request merged, {@code own} among them. */
  private static List<OptionSpec> merging(OptionSpec... own) {
    List<OptionSpec> options = new ArrayList<>(List.of(SQUASH, MERGE, REBASE));
    options.addAll(List.of(own));
    options.addAll(List.of(DELETE_BRANCH, ANNOUNCE, INTERVAL, TIMEOUT, DRY_RUN));
    return gated(options.toArray(OptionSpec[]::new));
  }

  static CommandSpec watchAndMerge() {
    return new CommandSpec(
        "watch-and-merge",
        "wait until a pull request's checks passed, then merge it",
        List.of(
            "Takes the lease and keeps it, waits until all checks of the head passed, and merges",
            "that very head; another one that is pushed meanwhile starts over. Every try asserts",
            "the lease before and reads the pull request after it. In a merge queue the lease is",
            "kept until it is merged. What passes by itself (network, limits) is tried again, what",
            "does not ends it with 1: a check that failed, a conflict, a branch that is behind.",
            "A draft, a missing review and a blocking rule are waited for."),
        merging(
            OptionSpec.flag("required", "only the checks that branch protection demands count"),
            ADMIN,
            REASON),
        Operands.NUMBER,
        CODES,
        List.of(
            new Example("prlease watch-and-merge 42", "of this checkout's repository"),
            new Example(
                "prlease watch-and-merge 42 --repo acme/app --timeout 30m --delete-branch",
                "give up after half an hour")));
  }

  static CommandSpec merge() {
    return new CommandSpec(
        "merge",
        "merge a pull request as it is",
        List.of(
            "Takes the lease, reads the pull request, and merges the head that it read: if it moved",
            "since, nothing is merged. Waits for no check; what the base branch's rules bar is",
            "refused. A pull request that is queued instead is watched until it is merged."),
        merging(ADMIN, REASON),
        Operands.NUMBER,
        CODES,
        List.of(
            new Example("prlease merge 42 --rebase", "put its commits onto the base"),
            new Example(
                "prlease merge 42 --admin --reason 'hotfix, approved by Kim'",
                "past branch protection")));
  }

  static CommandSpec autoMerge() {
    return new CommandSpec(
        "auto-merge",
        "have the forge merge a pull request once its rules let it",
        List.of(
            "Takes the lease, switches auto-merge on, and keeps the lease until it is merged: a",
            "push that comes after it was switched on would otherwise be lost, or merged unseen. A",
            "head that moves meanwhile is armed anew. Ended before it is merged, it switches",
            "auto-merge off again."),
        merging(),
        Operands.NUMBER,
        CODES,
        List.of(new Example("prlease auto-merge 42", "of this checkout's repository")));
  }

  static CommandSpec push() {
    return new CommandSpec(
        "push",
        "move a pull request's branch, by force and pinned",
        List.of(
            "Takes the lease, works out which branch the push would move, and pushes only if that",
            "is this pull request's, still at the commit that was pushed or certified last under",
            "this lease, if any was, and the local branch has had that commit. A branch that somebody",
            "moved is left as it is, and both commits are told. What is armed for auto-merge or in a",
            "merge queue is not pushed to. Remote and refspecs are as git reads them; without them it",
            "pushes what git would push."),
        gated(EXPECT, DRY_RUN),
        Operands.REFSPECS,
        CODES,
        List.of(
            new Example("prlease push", "the branch of this checkout"),
            new Example("prlease push origin HEAD:feature --pr 42", "in git's words")));
  }

  static CommandSpec rebase() {
    return new CommandSpec(
        "rebase",
        "put a pull request's branch onto its base, and push it",
        List.of(
            "Takes the lease, fetches the base, rebases the branch that is checked out, and pushes",
            "it as `prlease push` does. If there are conflicts, or the push does not go, the checkout",
            "is put back as it was; commits that others made there meanwhile stay."),
        gated(EXPECT, DRY_RUN),
        Operands.NUMBER,
        CODES,
        List.of(new Example("prlease rebase", "the pull request of this checkout's branch")));
  }

  static CommandSpec close() {
    return new CommandSpec(
        "close",
        "close a pull request without merging it",
        List.of("Takes the lease, closes the pull request, and reads it again."),
        gated(DRY_RUN),
        Operands.NUMBER,
        CODES,
        List.of(new Example("prlease close 42", "of this checkout's repository")));
  }

  static CommandSpec announce() {
    List<OptionSpec> options =
        key(
            OptionSpec.flag("dry-run", "tell what would be written, and write nothing"),
            OptionSpec.JSON,
            STORE_OPTION);
    return new CommandSpec(
        "announce",
        "show in a comment who holds a pull request's lease",
        List.of(
            "Writes one comment on the pull request, or edits it: which session holds the lease, by",
            "which program and where, since when and until when; or that it has ended. It says what",
            "the store says, whoever asks, and takes no lease. Call it again after the lease was",
            "renewed or given back; watch-and-merge, merge and auto-merge with --announce keep the",
            "comment up to date by themselves. Everybody who may read the pull request reads it.",
            "",
            "There is one comment for each login of gh, which finds it again; what others wrote is",
            "not touched. If it tells of a later lease than the store, it stays, and the exit code",
            "is 1."),
        options,
        Operands.NUMBER,
        List.of(DONE, FAILED, USAGE, UNREADABLE, UNAVAILABLE, STORE, CONFIGURATION),
        List.of(
            new Example("prlease announce 42", "of this checkout's repository"),
            new Example("prlease announce 42 --repo acme/app --dry-run", "what would it say?")));
  }

  static CommandSpec act() {
    return new CommandSpec(
        "do",
        "run a gated action by its name",
        List.of(
            "Takes the lease, keeps it, runs the action, and gives the lease back. Actions come from",
            "plugins, or are built in: exec, merge, auto-merge, close, force-push, rebase. What",
            "stands behind -- is the action's own."),
        gated(),
        Operands.ACTION,
        CODES,
        List.of(
            new Example(
                "prlease do exec --repo acme/app --pr 42 -- ./finish.sh", "as prlease run does"),
            new Example(
                "prlease do deploy-preview --repo acme/app --pr 42 -- --region eu",
                "an action that a plugin offers")));
  }
}

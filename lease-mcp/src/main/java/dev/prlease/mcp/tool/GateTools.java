package dev.prlease.mcp.tool;

import static dev.prlease.mcp.tool.Shared.PULL_REQUEST;
import static dev.prlease.mcp.tool.Shared.REPO;
import static dev.prlease.mcp.tool.Shared.WAIT;
import static dev.prlease.mcp.tool.Shared.WHO;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tools that change a pull request at the forge, under its lease. */
final class GateTools {
  private static final String LEASE =
      " Acts under the lease that you hold, or takes it for this one action and gives it back"
          + " after: you need not call lease_acquire first. Refused with already-held: another"
          + " session is at work on it, so stand down and do not do it in a shell instead.";

  private static final Parameter METHOD =
      Parameter.optional(
          "method",
          new Parameter.Type.Choice(List.of("squash", "merge", "rebase")),
          "squash: one commit of all (this if left out); merge: a merge commit; rebase: its commits"
              + " put onto the base.");
  private static final Parameter DELETE_BRANCH =
      Parameter.optional(
          "delete_branch",
          new Parameter.Type.Flag(),
          "Delete its branch once it is merged; false if left out.");
  private static final Parameter DRY_RUN =
      Parameter.optional(
          "dry_run",
          new Parameter.Type.Flag(),
          "Only tell what would be done, in `would`, `now` and `lease`, and do nothing; false if"
              + " left out.");
  private static final Parameter TIMEOUT =
      Parameter.optional(
          "timeout",
          Shared.DURATION,
          "Give up after so long, such as 30m; 2h if left out. What was not merged by then stays"
              + " open and is released.");

  private final Bench bench;

  GateTools(Bench bench) {
    this.bench = bench;
  }

  List<ToolSpec> all() {
    return List.of(merge(), watchAndMerge(), push());
  }

  private static Fields mergeAnswer() {
    return Fields.ofAnswer()
        .text("key", "the pull request")
        .text(
            "outcome",
            "merged, already-merged, merged-uncertified, closed, refused, timed-out or unknown")
        .text("head", "the commit that was merged")
        .text("merge_commit", "what it became in the base branch")
        .text("merged_by", "who merged it")
        .text("reason", "why it was not merged")
        .text("would", "only of a dry run: what would be done")
        .text("now", "only of a dry run: how things stand")
        .text("lease", "only of a dry run: whether the lease could be had");
  }

  private ToolSpec merge() {
    return new ToolSpec(
        "pr_merge",
        "Merge a pull request as it is",
        "Merge a pull request now, at the head that is there when the call begins; if somebody"
            + " pushes meanwhile, nothing is merged. Waits for no checks: use pr_watch_and_merge"
            + " for that. A pull request that goes into a merge queue is watched until it is"
            + " merged. What branch protection bars is refused, and cannot be bypassed here: a"
            + " person decides that."
            + LEASE,
        Effect.FINISHES,
        List.of(REPO, PULL_REQUEST, METHOD, DELETE_BRANCH, TIMEOUT, DRY_RUN, WAIT, WHO),
        mergeAnswer(),
        (arguments, call) -> merging("merge", arguments, call));
  }

  private ToolSpec watchAndMerge() {
    return new ToolSpec(
        "pr_watch_and_merge",
        "Merge a pull request once its checks passed",
        "Wait until all checks of a pull request's head passed, then merge that very head; if"
            + " somebody pushes meanwhile it starts over with the new head. Tells how things stand"
            + " in progress notifications, and takes as long as the checks do: minutes to hours."
            + " The lease is held and renewed the whole time. Cancel the call to stop it; nothing"
            + " is merged then. A check that failed, a conflict, or a branch that is behind ends it"
            + " with error action-refused: mend that, push, and call it again. A draft or a missing"
            + " review is waited for."
            + LEASE,
        Effect.FINISHES,
        List.of(
            REPO,
            PULL_REQUEST,
            METHOD,
            Parameter.optional(
                "required_checks_only",
                new Parameter.Type.Flag(),
                "Only the checks that branch protection demands count, others may fail; false if"
                    + " left out."),
            DELETE_BRANCH,
            Parameter.optional(
                "interval", Shared.DURATION, "Look so often, at least 5s; 30s if left out."),
            TIMEOUT,
            DRY_RUN,
            WAIT,
            WHO),
        mergeAnswer(),
        (arguments, call) -> merging("watch-and-merge", arguments, call));
  }

  private Result merging(String command, Arguments arguments, ToolCall call) {
    return bench.act(
        arguments,
        holding ->
            bench.run(
                Words.of(command)
                    .flag(arguments.text("method").orElse("squash"), true)
                    .flag("required", arguments.is("required_checks_only"))
                    .flag("delete-branch", arguments.is("delete_branch"))
                    .flag("dry-run", arguments.is("dry_run"))
                    .option("interval", arguments.text("interval"))
                    .option("timeout", arguments.text("timeout"))
                    .option("wait", arguments.text("wait")),
                holding,
                CommandCallIn.HERE,
                call));
  }

  private ToolSpec push() {
    return new ToolSpec(
        "pr_push",
        "Push to a pull request's branch, by force",
        "Move a pull request's branch to the commit of a local checkout, also if history was"
            + " rewritten (amended or rebased): instead of git push --force. Pushes only if the"
            + " branch is that pull request's and is still where this session saw it last, so that"
            + " nobody's commits are lost. Refused with action-moved: somebody pushed meanwhile;"
            + " fetch, look at their commits, and take them in before you push again."
            + LEASE,
        Effect.REPLACES,
        List.of(
            REPO,
            PULL_REQUEST,
            Parameter.required(
                "directory",
                new Parameter.Type.Text(4096),
                "Absolute path of the git checkout whose commits are pushed."),
            Parameter.optional(
                "remote",
                Shared.NAME,
                "Name of the git remote; what git would push to if left out."),
            Parameter.optional(
                "refspecs",
                new Parameter.Type.Texts(20, 500),
                "What to push, as git writes it, such as HEAD:feature; what git would push if left"
                    + " out. Only with remote."),
            Parameter.optional(
                "expected_commit",
                new Parameter.Type.Text(64),
                "The full id of the commit that the branch must be at now; only needed if a refusal"
                    + " says so."),
            DRY_RUN,
            WAIT,
            WHO),
        Fields.ofAnswer()
            .text("key", "the pull request")
            .text("outcome", "pushed, up-to-date, moved, refused or unknown")
            .text("would", "only of a dry run: what would be done")
            .text("now", "only of a dry run: how things stand")
            .text("lease", "only of a dry run: whether the lease could be had"),
        this::push);
  }

  private Result push(Arguments arguments, ToolCall call) {
    Path directory = directory(arguments.required("directory"));
    List<String> operands = new ArrayList<>();
    arguments.text("remote").ifPresent(operands::add);
    if (operands.isEmpty() && !arguments.texts("refspecs").isEmpty()) {
      throw new UnfitException("'refspecs' without 'remote'", "Give both, or neither.");
    }
    operands.addAll(arguments.texts("refspecs"));
    Words words =
        Words.of("push")
            .option("expect", arguments.text("expected_commit"))
            .flag("dry-run", arguments.is("dry_run"))
            .option("wait", arguments.text("wait"))
            .operands(operands);
    return bench.act(
        arguments,
        holding -> bench.run(words, holding, new CommandCallIn(Optional.of(directory)), call));
  }

  private static Path directory(String text) {
    try {
      Path directory = Path.of(text);
      if (directory.isAbsolute()) {
        return directory;
      }
    } catch (InvalidPathException malformed) {
      // As bad as a relative one.
    }
    throw new UnfitException(
        "'directory' is no absolute path: '" + text + "'", "Give the checkout's path from / on.");
  }
}

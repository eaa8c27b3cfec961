package dev.prlease.mcp.tool;

import static dev.prlease.mcp.tool.Shared.PULL_REQUEST;
import static dev.prlease.mcp.tool.Shared.REPO;
import static dev.prlease.mcp.tool.Shared.TTL;
import static dev.prlease.mcp.tool.Shared.WAIT;
import static dev.prlease.mcp.tool.Shared.WHO;

import dev.prlease.mcp.Commands;
import dev.prlease.mcp.keep.Holding;
import dev.prlease.mcp.keep.KeptLeases.AtTheEnd;
import dev.prlease.spi.Scheduler;
import java.util.List;
import java.util.Optional;

/** The tools by which a session takes, keeps, checks and gives back leases, and looks at them. */
final class LeaseTools {
  private static final String ORIGIN = "origin";
  private static final int MOST_LISTED = 500;

  private final Bench bench;
  private final Commands commands;
  private final Scheduler scheduler;

  LeaseTools(Bench bench, Commands commands, Scheduler scheduler) {
    this.bench = bench;
    this.commands = commands;
    this.scheduler = scheduler;
  }

  List<ToolSpec> all() {
    return List.of(acquire(), renew(), assertOwned(), release(), status(), list());
  }

  private ToolSpec acquire() {
    return new ToolSpec(
        "lease_acquire",
        "Take the lease of a pull request",
        "Take the exclusive lease of one pull request before you change it: before you push to its"
            + " branch, rebase, merge, close or edit it, also if you do so with git or gh in a"
            + " shell. Call it once, before the work starts. Reading a pull request needs no lease."
            + " If your session has the lease already, it is refreshed. While you keep calling"
            + " tools of this server the lease is renewed for you; after 30 minutes (or what the"
            + " server was set up with) without a call it is renewed no more and runs out at"
            + " expires_at. Refused with already-held: another agent or person is working on it, so"
            + " stand down and leave that pull request alone, in the shell too. When your work is"
            + " done, call lease_release.",
        Effect.CHANGES_OWN_LEASE,
        List.of(REPO, PULL_REQUEST, TTL, WAIT, WHO),
        Fields.ofAnswer()
            .lease()
            .text("outcome", "acquired, or held: by another session")
            .text(ORIGIN, "fresh; again: you had it; reclaimed: from one that ran out; joined")
            .text("grant_id", "number of this acquisition")
            .text(
                "former_holder_may_act_until",
                "only if it was taken from somebody: that one may not know before then"),
        this::acquire);
  }

  private Result acquire(Arguments arguments, ToolCall call) {
    return bench.act(
        arguments,
        holding -> {
          Result result = taken(arguments, holding, call);
          if (!result.isDone()) {
            return result;
          }
          boolean before = result.text(ORIGIN).equals("again");
          if (call.isCancelled() && !before && !bench.kept().has(holding)) {
            // The answer reaches nobody, so nobody would give it back.
            Result unused = free(holding, call);
          } else if (!result.text(ORIGIN).equals("joined")) {
            bench.kept().add(holding, before ? AtTheEnd.STAYS_HELD : AtTheEnd.IS_RELEASED);
          }
          return result;
        });
  }

  private Result taken(Arguments arguments, Holding holding, ToolCall call) {
    Optional<String> wait = arguments.text("wait");
    Words words = Words.of("acquire").option("ttl", arguments.text("ttl")).option("wait", wait);
    if (wait.isEmpty()) {
      return bench.run(words, holding, CommandCallIn.HERE, call);
    }
    WaitProgress waiting = new WaitProgress(commands, scheduler, holding.key(), call);
    try {
      return bench.run(words, holding, CommandCallIn.HERE, call);
    } finally {
      waiting.close();
    }
  }

  private ToolSpec renew() {
    return new ToolSpec(
        "lease_renew",
        "Extend a lease that you hold",
        "Make a lease that you hold last longer from now on. Seldom needed, since the server renews"
            + " it while you call tools; use it before something that takes long without any call,"
            + " such as a build of an hour, with a `ttl` that covers it. Never revives a lease that"
            + " ran out (expired) or that others have (not-owner): then stop, and call"
            + " lease_acquire.",
        Effect.CHANGES_OWN_LEASE,
        List.of(REPO, PULL_REQUEST, TTL, WHO),
        Fields.ofAnswer().lease(),
        (arguments, call) ->
            bench.act(
                arguments,
                holding ->
                    bench.run(
                        Words.of("renew").option("ttl", arguments.text("ttl")),
                        holding,
                        CommandCallIn.HERE,
                        call)));
  }

  private ToolSpec assertOwned() {
    return new ToolSpec(
        "lease_assert",
        "Check that you hold the lease now",
        "Check, immediately before you change a pull request with git or gh in a shell, that you"
            + " hold its lease at this moment. Done: go ahead, at once. Refused with not-owner or"
            + " expired: do not act; somebody else may be at work by now. pr_merge, pr_push and"
            + " pr_watch_and_merge check for themselves.",
        Effect.LOOKS,
        List.of(
            REPO,
            PULL_REQUEST,
            Parameter.optional(
                "at_least",
                Shared.DURATION,
                "Refuse also if less than this is left of it, such as 2m: what your action takes."),
            WHO),
        Fields.ofAnswer().lease().flag("owned", "whether your session holds it now"),
        (arguments, call) ->
            bench.ask(
                arguments,
                holding ->
                    bench.run(
                        Words.of("assert").option("at-least", arguments.text("at_least")),
                        holding,
                        CommandCallIn.HERE,
                        call)));
  }

  private ToolSpec release() {
    return new ToolSpec(
        "lease_release",
        "Give a lease back",
        "Give your lease of a pull request back as soon as you are done with it, so that others"
            + " need not wait until it runs out. Frees nothing that is not yours, and is done also"
            + " if there is nothing to give back: `released` tells. A pull request that was merged"
            + " or closed through this server is released already.",
        Effect.CHANGES_OWN_LEASE,
        List.of(REPO, PULL_REQUEST, WHO),
        Fields.ofAnswer().text("key", "the pull request").flag("released", "whether one was freed"),
        (arguments, call) -> bench.act(arguments, holding -> free(holding, call)));
  }

  private Result free(Holding holding, ToolCall call) {
    return bench.run(Words.of("release"), holding, CommandCallIn.HERE, call);
  }

  private ToolSpec status() {
    return new ToolSpec(
        "lease_status",
        "Look who holds a pull request",
        "Look who holds the lease of one pull request, since when and until when. Changes nothing."
            + " Use it after a refusal, or to decide what to work on. To work on it call"
            + " lease_acquire: that it is free now does not mean that it is free in a second.",
        Effect.LOOKS,
        List.of(REPO, PULL_REQUEST),
        Fields.ofAnswer()
            .lease()
            .text("reason", "only of an unreadable record: why")
            .text("store_from", "who chose the store"),
        (arguments, call) ->
            bench.look(Words.of("status").option("key", Bench.key(arguments)), Shared.NO_LIST));
  }

  private ToolSpec list() {
    return new ToolSpec(
        "lease_list",
        "List all leases",
        "List the leases that are there, live and run out, of one repository or of all, and by whom"
            + " they are held; claims on issues too. Changes nothing. Use it to find work that"
            + " nobody is at.",
        Effect.LOOKS,
        List.of(
            Parameter.optional(
                Shared.REPOSITORY, Shared.NAME, "Only those of this repository, owner/name."),
            Parameter.optional(
                "limit",
                new Parameter.Type.Whole(1, MOST_LISTED),
                "How many are listed at most; 100 if left out.")),
        Fields.ofAnswer()
            .objects("leases", "each with the fields that lease_status has")
            .whole("left_out", "how many more there are"),
        (arguments, call) ->
            Lists.first(
                bench.look(
                    Words.of("list").option("repo", arguments.text(Shared.REPOSITORY)), "leases"),
                "leases",
                arguments.whole("limit").orElse(100L)));
  }
}

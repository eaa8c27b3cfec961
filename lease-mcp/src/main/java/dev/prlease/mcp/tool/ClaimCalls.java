package dev.prlease.mcp.tool;

import dev.prlease.api.LeaseKey;
import dev.prlease.core.LeaseStatus;
import dev.prlease.mcp.CommandAnswer;
import dev.prlease.mcp.CommandCall;
import dev.prlease.mcp.Commands;
import dev.prlease.mcp.keep.Holding;
import dev.prlease.mcp.keep.KeptClaims;
import dev.prlease.mcp.keep.KeptClaims.Beat;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs {@code prlease claim} for the tools of claims. Thread-safe. */
final class ClaimCalls {
  private static final int NOT_OWNER = 76;
  private static final int EXPIRED = 77;
  private static final int INTERRUPTED = 130;
  private static final Duration USUAL_TTL = Duration.ofHours(4);
  private static final Set<String> GRANTED_ANEW = Set.of("taken", "taken-over");

  private final Bench bench;
  private final Commands commands;
  private final KeptClaims kept;

  ClaimCalls(Bench bench, Commands commands, KeptClaims kept) {
    this.bench = bench;
    this.commands = commands;
    this.kept = kept;
  }

  /** The issue that a call names. */
  static LeaseKey issue(Arguments arguments) {
    return Bench.key("issue:", arguments, Shared.ISSUE_NUMBER, LeaseKey.Kind.ISSUE);
  }

  /** The words of {@code step} on the terms that a call names. */
  Words onTerms(String step, Arguments arguments) {
    return step(step)
        .option("worktree", worktree(arguments))
        .option("branch", arguments.text("branch"))
        .option("remote", arguments.text("remote"))
        .option("operation", arguments.text("operation"));
  }

  /** The words of {@code step}. */
  static Words step(String step) {
    return Words.of("claim").operands(List.of(step));
  }

  /** One that is not absolute would be looked for where the server happens to run. */
  private static Path worktree(Arguments arguments) {
    String text = arguments.required(Shared.WORKTREE_PATH);
    try {
      Path path = Path.of(text);
      if (path.isAbsolute()) {
        return path;
      }
    } catch (InvalidPathException malformed) {
      // As bad as a relative one.
    }
    throw new UnfitException(
        "'" + Shared.WORKTREE_PATH + "' is no absolute path: '" + text + "'",
        "Give the git worktree's path from / on.");
  }

  /**
   * Runs a step that leaves the session with the claim if it is done; from then on its tool calls
   * keep it.
   */
  Result having(Words words, Arguments arguments, ToolCall call) {
    Optional<Long> process = arguments.whole(Shared.HOLDER_PID);
    return acting(
        arguments,
        holding -> {
          words.option("holder-pid", process).option("ttl", arguments.text("ttl"));
          Result result = run(words, holding, call);
          if (!result.isDone()) {
            return result;
          }
          if (call.isCancelled() && GRANTED_ANEW.contains(result.text("outcome"))) {
            // The answer reaches nobody, so nobody would give it back.
            Result unused = run(step("release"), holding, call);
          } else {
            keep(holding, result, process);
          }
          return result;
        });
  }

  private void keep(Holding holding, Result result, Optional<Long> process) {
    Duration ttl =
        result.fields().get("ttl_secs") instanceof Number seconds
            ? Duration.ofSeconds(seconds.longValue())
            : USUAL_TTL;
    Map<?, ?> claim = result.fields().get("claim") instanceof Map<?, ?> told ? told : Map.of();
    Object remote = claim.get("remote") instanceof Map<?, ?> told ? told.get("name") : null;
    Words words =
        step("heartbeat")
            .option("worktree", Optional.ofNullable(claim.get("worktree")))
            .option("branch", Optional.ofNullable(claim.get("branch")))
            .option("remote", Optional.ofNullable(remote))
            .option("operation", Optional.ofNullable(claim.get("operation")))
            .option("holder-pid", process)
            .option("ttl", ttl.toSeconds() + "s")
            .option("key", holding.key())
            .option("session", holding.session());
    kept.add(holding, ttl, () -> beat(words.list()));
  }

  private Beat beat(List<String> words) {
    CommandAnswer answer = commands.run(CommandCall.of(words), line -> {});
    if (answer.exitCode() == INTERRUPTED) {
      // It is the call that is to end, not this alone.
      Thread.currentThread().interrupt();
    }
    return switch (answer.exitCode()) {
      case 0 -> Beat.KEPT;
      case NOT_OWNER, EXPIRED -> Beat.LOST;
      default -> Beat.FAILED;
    };
  }

  /** Gives back what the session has. */
  Result release(Arguments arguments, ToolCall call) {
    return bench.inTurn(
        issue(arguments),
        bench.session(arguments),
        holding -> {
          if (isElsewhere(holding, EnumSet.allOf(LeaseStatus.State.class))) {
            return somebodyElses(holding);
          }
          Result result = run(step("release"), holding, call);
          if (result.isDone()) {
            kept.forget(holding);
          }
          return result;
        });
  }

  /** Runs a step of the session, one at a time, and of no session that is somebody else's. */
  Result acting(Arguments arguments, Bench.Acting acting) {
    return bench.inTurn(
        issue(arguments),
        bench.session(arguments),
        holding -> isSomebodyElses(holding) ? somebodyElses(holding) : acting.on(holding));
  }

  /** The same, beside a call that acts. */
  Result asking(Words words, Arguments arguments, ToolCall call) {
    Holding holding = new Holding(issue(arguments), bench.session(arguments));
    return isSomebodyElses(holding) ? somebodyElses(holding) : run(words, holding, call);
  }

  /** One that ran out is nobody's to act on, and its evidence decides who may have it. */
  private boolean isSomebodyElses(Holding holding) {
    return isElsewhere(holding, EnumSet.of(LeaseStatus.State.HELD));
  }

  /** Whether a call names a session that has a claim in such a state, and did not take it here. */
  private boolean isElsewhere(Holding holding, Set<LeaseStatus.State> states) {
    if (holding.session().equals(commands.session()) || kept.has(holding)) {
      return false;
    }
    LeaseStatus status = commands.leases().find(holding.key());
    return states.contains(status.state())
        && status.record().filter(held -> held.owner().equals(holding.session())).isPresent();
  }

  private static Result somebodyElses(Holding holding) {
    return Result.refused(
        "not-owner",
        NOT_OWNER,
        "session " + holding.session() + " has " + holding.key() + ", but not through here",
        "That session is not yours, unless it was you before a restart: then call claim_adopt with"
            + " `from` set to it, and without `session`. Else leave out `session`: this server has"
            + " one of its own.");
  }

  /** Runs the words on {@code holding}; a refusal says what a model does now. */
  Result run(Words words, Holding holding, ToolCall call) {
    Result result = bench.run(words, holding, CommandCallIn.HERE, call);
    if (result.text("error").equals("claim-refused")
        && result.fields().get("reasons") instanceof List<?> reasons) {
      List<String> codes =
          reasons.stream()
              .map(reason -> reason instanceof Map<?, ?> one ? one.get("code") : "")
              .map(String::valueOf)
              .toList();
      String command = result.text("next");
      if (command.startsWith("prlease ")) {
        result.fields().put("next_command", command);
      }
      result.fields().put("next", ClaimAdvice.of(result.text("step"), codes));
    }
    return result;
  }

  /** Who has it; changes nothing. */
  Result show(Arguments arguments) {
    return bench.look(step("show").option("key", issue(arguments)), Shared.NO_LIST);
  }
}

package dev.prlease.cli.claim;

import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.Operands;
import dev.prlease.cli.syntax.UsageException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** What a call asks of a claim, and the options that belong to that. */
enum Step {
  /** Have it. */
  TAKE,
  /** Keep it. */
  HEARTBEAT,
  /** Have it back. */
  RENEW,
  /** May it be acted on? */
  VERIFY,
  /** Go on with it. */
  ADOPT,
  /** Give it back. */
  RELEASE,
  /** Free an expired one. */
  RECLAIM,
  /** Look at it. */
  SHOW;

  private static final String HOW = "See how it is called: prlease help claim";

  /** The word by which it is asked for. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The step that {@code call} names.
   *
   * @throws UsageException if it names none, or has options that are not for it
   */
  static Step of(Call call) {
    if (call.operands().isEmpty()) {
      throw new UsageException("what about the claim? One of " + Operands.CLAIM.usage(), HOW);
    }
    String word = call.operands().get(0);
    for (Step step : values()) {
      if (step.word().equals(word)) {
        step.check(call);
        return step;
      }
    }
    throw new UsageException(
        "prlease claim does not know '" + word + "': one of " + Operands.CLAIM.usage(), HOW);
  }

  private void check(Call call) {
    Set<String> own = options();
    for (String option : new TreeSet<>(call.options().keySet())) {
      boolean fits =
          switch (option) {
            case "issue", "repo", "key", "worktree", "json", "store" -> true;
            default -> own.contains(option);
          };
      if (!fits) {
        throw new UsageException("--" + option + " is not for prlease claim " + word(), HOW);
      }
    }
  }

  private Set<String> options() {
    return switch (this) {
      case TAKE, HEARTBEAT, RENEW ->
          Set.of("session", "branch", "remote", "operation", "holder-pid", "ttl");
      case ADOPT -> Set.of("session", "branch", "remote", "operation", "holder-pid", "ttl", "from");
      case VERIFY -> Set.of("session", "branch", "remote", "operation");
      case RELEASE, RECLAIM -> Set.of("session");
      case SHOW -> Set.of();
    };
  }
}

package dev.prlease.cli.gate;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.World;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.syntax.Call;
import dev.prlease.gate.push.PushOutcome;
import dev.prlease.json.JsonText;
import java.util.Map;
import java.util.Optional;

/** Tells what became of a push. */
final class PushAnswer {
  private final Call call;
  private final Console console;
  private final LeaseKey key;

  PushAnswer(Call call, World world, LeaseKey key) {
    this.call = call;
    this.console = world.console();
    this.key = key;
  }

  /** Of a push; {@code details} are what the audit has of it. */
  GatedCall.Done tell(PushOutcome outcome, Map<String, String> details) {
    if (outcome instanceof PushOutcome.Pushed pushed) {
      tellTie(pushed.tie());
      return done(
          "pushed "
              + pushed.after()
              + " over "
              + Words.commit(pushed.before())
              + (pushed.tie() == PushOutcome.Tie.FENCED ? ", in one step with its lease" : ""),
          pushed.unrecorded(),
          details);
    }
    if (outcome instanceof PushOutcome.UpToDate there) {
      return done("its branch is at " + there.commit() + " already", there.unrecorded(), details);
    }
    if (outcome instanceof PushOutcome.Moved moved) {
      return failed(
          "not pushed: its branch was expected at "
              + moved.expected()
              + ", and is "
              + moved.found().map(commit -> "at " + commit).orElse("gone, or cannot be read"),
          moved.nextStep(),
          details);
    }
    if (outcome instanceof PushOutcome.Refused refused) {
      return failed("not pushed: " + refused.why(), refused.nextStep(), details);
    }
    PushOutcome.Unknown unknown = (PushOutcome.Unknown) outcome;
    return failed(
        "whether it was pushed is not known: "
            + unknown.why()
            + unknown.found().map(commit -> "; its branch is at " + commit).orElse(""),
        unknown.nextStep(),
        details);
  }

  /** Who keeps leases in a git remote may rely on what only its own repository can do. */
  private void tellTie(PushOutcome.Tie tie) {
    String why =
        switch (tie) {
          case FENCED, NO_FENCE -> "";
          case UNPROVEN -> "git's answer was lost, and the lease was written again since";
          case OTHER_REPOSITORY -> "the lease is in another repository than the branch";
          case NOT_ATOMIC -> "the server moves no two references in one step";
        };
    if (!why.isEmpty()) {
      console.err(
          call.name() + ": " + why + ": the lease was asserted right before the push, not by it");
    }
  }

  private GatedCall.Done done(
      String text, Optional<LeaseException> unrecorded, Map<String, String> details) {
    return GatedCall.Done.with(ExitCode.DONE)
        .telling(
            () -> {
              unrecorded.ifPresent(this::warn);
              answer(text, "", details);
            });
  }

  private void warn(LeaseException unrecorded) {
    console.err(
        call.name()
            + ": the lease does not have that commit, so that the next push must be told"
            + " it with --expect: "
            + unrecorded.getMessage());
  }

  /** Of what did not go. */
  GatedCall.Done failed(String text, String nextStep, Map<String, String> details) {
    return GatedCall.Done.with(ExitCode.FAILED).telling(() -> answer(text, nextStep, details));
  }

  private void answer(String text, String nextStep, Map<String, String> details) {
    if (call.has("json")) {
      console.json(
          JsonText.object(
              to -> {
                to.put("key", key.toString());
                details.forEach(to::put);
                to.put("message", text).put("next", nextStep);
              }));
      return;
    }
    console.out(key + ": " + text);
    if (!nextStep.isEmpty()) {
      console.next(nextStep);
    }
  }
}

package dev.prlease.cli.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.command.Forges;
import dev.prlease.cli.output.Console;
import dev.prlease.cli.syntax.Call;
import dev.prlease.core.PrLease;
import dev.prlease.gate.CloseAction;
import dev.prlease.gate.CloseOutcome;
import dev.prlease.json.JsonText;
import dev.prlease.spi.Forge;

/** {@code prlease close}: closes a pull request without merging it. */
public final class CloseCommand implements Subcommand {
  @Override
  public int run(Call call, World world) throws Exception {
    Forge forge = Forges.open(world);
    LeaseKey key = PullRequestKey.resolve(call, world, forge);
    if (call.has("dry-run")) {
      return DryRun.close(call, world, key, forge);
    }
    return GatedCall.run(
        call, world, key, (lease, desk) -> close(call, world, lease, new CloseAction(forge)));
  }

  private static GatedCall.Done close(Call call, World world, PrLease lease, CloseAction action)
      throws Exception {
    CloseOutcome outcome = lease.run(action);
    return done(outcome).telling(() -> tell(call, world.console(), lease.key(), action, outcome));
  }

  private static void tell(
      Call call, Console console, LeaseKey key, CloseAction action, CloseOutcome outcome) {
    if (call.has("json")) {
      console.json(
          JsonText.object(
              to -> {
                to.put("key", key.toString());
                action.outcome(outcome).details().forEach(to::put);
              }));
    } else {
      print(console, key, outcome);
    }
  }

  private static GatedCall.Done done(CloseOutcome outcome) {
    if (outcome instanceof CloseOutcome.Closed) {
      return GatedCall.Done.over(ExitCode.DONE);
    }
    return outcome instanceof CloseOutcome.Merged
        ? GatedCall.Done.over(ExitCode.FAILED)
        : GatedCall.Done.with(ExitCode.FAILED);
  }

  private static void print(Console console, LeaseKey key, CloseOutcome outcome) {
    if (outcome instanceof CloseOutcome.Closed) {
      console.out(key + ": closed");
    } else if (outcome instanceof CloseOutcome.Merged merged) {
      console.out(key + ": not closed: it is merged already, by " + merged.merge().by());
    } else if (outcome instanceof CloseOutcome.StillOpen open) {
      console.out(key + ": not closed: " + open.why());
      console.next(open.nextStep());
    } else if (outcome instanceof CloseOutcome.Unknown unknown) {
      console.out(key + ": whether it is closed is not known: " + unknown.why());
      console.next(Words.LOOK_FIRST);
    }
  }
}

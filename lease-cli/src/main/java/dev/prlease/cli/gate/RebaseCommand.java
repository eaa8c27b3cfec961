package dev.prlease.cli.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.command.Forges;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.PrLease;
import dev.prlease.gate.RebaseAction;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.push.Expectation;
import dev.prlease.gate.push.RebaseOutcome;
import dev.prlease.gate.push.Rebasing;
import dev.prlease.spi.Forge;
import java.util.Map;

/** {@code prlease rebase}: puts a pull request's branch onto its base, and pushes it. */
public final class RebaseCommand implements Subcommand {
  @Override
  public int run(Call call, World world) throws Exception {
    Expectation expectation = expectation(call);
    Forge forge = Forges.open(world);
    Checkout checkout = Checkout.open(world.directory(), world.environment());
    LeaseKey key = PullRequestKey.resolve(call, world, forge);
    if (call.has("dry-run")) {
      return DryRun.push(
          call, world, key, new Rebasing(checkout).preview(forge.read(key), expectation));
    }
    return GatedCall.run(
        call,
        world,
        key,
        (lease, desk) -> rebase(call, world, lease, checkout, expectation, forge));
  }

  private static Expectation expectation(Call call) {
    try {
      return call.value("expect")
          .<Expectation>map(Expectation.Named::new)
          .orElseGet(Expectation.Included::new);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(
          String.valueOf(wrong.getMessage()), "See how it is called: prlease help rebase");
    }
  }

  private static GatedCall.Done rebase(
      Call call,
      World world,
      PrLease lease,
      Checkout checkout,
      Expectation expectation,
      Forge forge)
      throws Exception {
    RebaseAction action = new RebaseAction(checkout, expectation, forge);
    RebaseOutcome outcome = Unpushed.run(lease, action, ", and the checkout is as it was");
    Map<String, String> details = action.outcome(outcome).details();
    PushAnswer answer = new PushAnswer(call, world, lease.key());
    if (outcome instanceof RebaseOutcome.Rebased rebased) {
      GatedCall.Done done = answer.tell(rebased.push(), details);
      // Where nothing was rebased, others may have committed there, and nothing was put back.
      return rebased.checkout() == RebaseOutcome.Left.RESTORED
              && !rebased.after().equals(rebased.before())
          ? done.telling(() -> world.console().err(call.name() + ": the checkout is as it was"))
          : done;
    }
    if (outcome instanceof RebaseOutcome.Conflict conflict) {
      return answer.failed(
          "not rebased: it conflicts with its base in "
              + String.join(", ", conflict.files())
              + "; the checkout is as it was",
          conflict.nextStep(),
          details);
    }
    if (outcome instanceof RebaseOutcome.Refused refused) {
      return answer.failed("not rebased: " + refused.why(), refused.nextStep(), details);
    }
    if (outcome instanceof RebaseOutcome.Stuck stuck) {
      return answer.failed(
          "not pushed, and the checkout is not as it was, at "
              + stuck.before()
              + ": "
              + stuck.why(),
          stuck.nextStep(),
          details);
    }
    return GatedCall.Done.with(ExitCode.FAILED);
  }
}

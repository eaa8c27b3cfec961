package dev.prlease.cli.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.command.Forges;
import dev.prlease.cli.command.KeyResolver;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.PrLease;
import dev.prlease.gate.ForcePushAction;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.push.PushOutcome;
import dev.prlease.gate.push.PushRequest;
import dev.prlease.gate.push.Pushing;
import dev.prlease.spi.Forge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code prlease push}: moves the branch of a pull request, pinned at both ends. */
public final class PushCommand implements Subcommand {
  @Override
  public int run(Call call, World world) throws Exception {
    PushRequest request = request(call);
    Forge forge = Forges.open(world);
    Checkout checkout = Checkout.open(world.directory(), world.environment());
    LeaseKey key = KeyResolver.resolve(call, world, () -> forge);
    if (call.has("dry-run")) {
      return DryRun.push(call, world, key, new Pushing(checkout).preview(request, forge.read(key)));
    }
    return GatedCall.run(
        call, world, key, (lease, desk) -> push(call, world, lease, checkout, request, forge));
  }

  private static PushRequest request(Call call) {
    List<String> words = new ArrayList<>();
    Optional<String> expected = call.value("expect");
    if (expected.isPresent()) {
      words.add("--expect");
      words.add(expected.get());
    }
    words.add("--");
    words.addAll(call.operands());
    try {
      return PushRequest.parse(words);
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(
          String.valueOf(wrong.getMessage()), "See how it is called: prlease help push");
    }
  }

  private static GatedCall.Done push(
      Call call, World world, PrLease lease, Checkout checkout, PushRequest request, Forge forge)
      throws Exception {
    ForcePushAction action = new ForcePushAction(checkout, request, forge);
    PushOutcome outcome = Unpushed.run(lease, action, "");
    return new PushAnswer(call, world, lease.key())
        .tell(outcome, action.outcome(outcome).details());
  }
}

package dev.prlease.cli.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.ExitCode;
import dev.prlease.cli.Subcommand;
import dev.prlease.cli.World;
import dev.prlease.cli.command.Desk;
import dev.prlease.cli.command.KeyResolver;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.core.PrLease;
import dev.prlease.json.JsonText;
import dev.prlease.spi.GatedAction;
import java.util.List;
import java.util.Optional;

/** {@code prlease do}: runs a gated action by its name, that of a plugin for one. */
public final class DoCommand implements Subcommand {
  @Override
  public int run(Call call, World world) throws Exception {
    String name = call.operands().get(0);
    List<String> arguments = call.operands().subList(1, call.operands().size());
    LeaseKey key = KeyResolver.resolve(call, world);
    return GatedCall.run(
        call,
        world,
        key,
        (lease, desk) -> act(call, world, lease, action(desk, world, name, arguments)));
  }

  private static GatedAction<?> action(
      Desk desk, World world, String name, List<String> arguments) {
    try {
      return desk.actions().create(name, arguments, world.environment());
    } catch (IllegalArgumentException wrong) {
      throw new UsageException(
          String.valueOf(wrong.getMessage()), "See what " + name + " wants in its manual.");
    }
  }

  private static <T> GatedCall.Done act(
      Call call, World world, PrLease lease, GatedAction<T> action) throws Exception {
    try {
      T result = lease.run(action);
      GatedAction.Outcome outcome = action.outcome(result);
      Optional<String> warning = LeftToTheForge.warning(lease.key(), action.name(), result);
      return GatedCall.Done.unseen(
              outcome.status() == GatedAction.Status.SUCCEEDED ? ExitCode.DONE : ExitCode.FAILED)
          .telling(
              () -> {
                tell(call, world, lease.key(), action.name(), outcome);
                warning.ifPresent(text -> world.console().err("prlease do: warning: " + text));
              });
    } finally {
      if (action instanceof AutoCloseable closeable) {
        closeable.close();
      }
    }
  }

  private static void tell(
      Call call, World world, LeaseKey key, String name, GatedAction.Outcome outcome) {
    String word = outcome.status() == GatedAction.Status.SUCCEEDED ? "succeeded" : "failed";
    if (call.has("json")) {
      world
          .console()
          .json(
              JsonText.object(
                  to -> {
                    to.put("key", key.toString()).put("action", name).put("status", word);
                    to.object("details", details -> outcome.details().forEach(details::put));
                  }));
      return;
    }
    world.console().err("prlease do: " + name + " on " + key + " " + word);
    outcome.details().forEach((field, value) -> world.console().err("  " + field + ": " + value));
  }
}

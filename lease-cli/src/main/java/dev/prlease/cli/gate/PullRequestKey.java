package dev.prlease.cli.gate;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.World;
import dev.prlease.cli.command.KeyResolver;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.gate.checkout.PullRequestUrl;
import dev.prlease.spi.Forge;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds out which pull request a call of a gate command is about. */
final class PullRequestKey {
  private PullRequestKey() {}

  /**
   * Its number, {@code #N}, whole name or address may be the operand; what is missing is found like
   * that of every command.
   */
  static LeaseKey resolve(Call call, World world, Forge forge) {
    Optional<String> number = call.operands().stream().findFirst();
    if (number.isEmpty()) {
      return KeyResolver.resolve(call, world, () -> forge);
    }
    if (call.has("pr") || call.has("key")) {
      throw new UsageException(
          "pull request " + number.get() + " and --pr or --key: which one?",
          "Give the number once.");
    }
    Optional<LeaseKey> address = PullRequestUrl.parse(number.get());
    String text = number.get().startsWith("#") ? number.get().substring(1) : number.get();
    if (call.has("repo") && (address.isPresent() || text.contains("#"))) {
      throw new UsageException(
          "'" + text + "' says it all, beside --repo",
          "Leave --repo out, or give the number alone.");
    }
    if (address.isPresent()) {
      return address.get();
    }
    if (text.contains("#")) {
      return KeyResolver.pullRequest("the pull request", text, call.command().name());
    }
    Map<String, String> options = new HashMap<>(call.options());
    options.put("pr", text);
    return KeyResolver.resolve(
        new Call(call.command(), options, call.operands()), world, () -> forge);
  }
}

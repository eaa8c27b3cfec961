package dev.prlease.cli.command;

import dev.prlease.api.LeaseKey;
import dev.prlease.cli.World;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.spi.Forge;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds out which pull request a call is about: from its options, else from {@code PRLEASE_KEY},
 * which {@code run} and {@code acquire --export} set, else from the checkout that it is made in.
 */
public final class KeyResolver {
  private static final String NEXT = "Give --repo OWNER/NAME and --pr N, or --key OWNER/NAME#N.";

  private KeyResolver() {}

  /**
   * The key.
   *
   * @throws UsageException if it is not all there, or malformed
   */
  public static LeaseKey resolve(Call call, World world) {
    return resolve(call, world, () -> Forges.open(world));
  }

  /** The same; {@code forge} is asked which pull request the checkout's branch has. */
  public static LeaseKey resolve(Call call, World world, Supplier<Forge> forge) {
    Optional<String> whole = call.value("key");
    Optional<String> repo = call.value("repo");
    Optional<String> number = call.value("pr");
    if (call.has("issue")) {
      throw claim();
    }
    if (whole.isPresent()) {
      if (repo.isPresent() || number.isPresent()) {
        throw wrong("--key says it all: leave out --repo and --pr");
      }
      return pullRequest("--key", whole.get());
    }
    if (repo.isPresent() && number.isPresent()) {
      return fromParts(repo.get(), number.get());
    }
    String inherited = world.variable(Inherited.KEY);
    if (repo.isEmpty() && number.isEmpty() && !inherited.isEmpty()) {
      return pullRequest(Inherited.KEY, inherited);
    }
    if (repo.isPresent()) {
      throw missing(repo, number);
    }
    return new CheckoutKey(world, forge)
        .find(number.map(KeyResolver::number))
        .orElseThrow(() -> missing(repo, number));
  }

  private static long number(String text) {
    try {
      return LeaseKey.parseNumber(text);
    } catch (IllegalArgumentException e) {
      throw wrong("--pr: " + e.getMessage());
    }
  }

  /** A key in one piece, of a pull request. */
  public static LeaseKey pullRequest(String source, String text) {
    LeaseKey key;
    try {
      key = RepositoryName.check(LeaseKey.parse(RepositoryName.noUrl(text)));
    } catch (IllegalArgumentException e) {
      throw wrong(source + ": " + e.getMessage());
    }
    if (key.kind() == LeaseKey.Kind.ISSUE) {
      throw claim();
    }
    return key;
  }

  private static LeaseKey fromParts(String repo, String number) {
    long parsed = number(number);
    try {
      return RepositoryName.key(repo, parsed);
    } catch (IllegalArgumentException e) {
      throw wrong("--repo: " + e.getMessage());
    }
  }

  private static UsageException missing(Optional<String> repo, Optional<String> number) {
    String what =
        repo.isPresent()
            ? "--pr is missing: which pull request of " + repo.get() + "?"
            : number.isPresent()
                ? "--repo is missing: pull request " + number.get() + " of which repository?"
                : "which pull request?";
    return wrong(what);
  }

  private static UsageException claim() {
    return wrong("claims on issues are not there yet: only pull requests can be leased");
  }

  private static UsageException wrong(String message) {
    return new UsageException(message, NEXT);
  }
}

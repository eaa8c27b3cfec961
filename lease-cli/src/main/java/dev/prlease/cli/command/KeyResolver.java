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

  private static final String NEXT_OF_ISSUE =
      "Give --issue N, and --repo OWNER/NAME outside a checkout; or --key issue:OWNER/NAME#N.";

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
      throw claim("--issue", call.command().name());
    }
    if (whole.isPresent()) {
      if (repo.isPresent() || number.isPresent()) {
        throw wrong("--key says it all: leave out --repo and --pr");
      }
      return pullRequest("--key", whole.get(), call.command().name());
    }
    if (repo.isPresent() && number.isPresent()) {
      LeaseKey key = fromParts(repo.get(), number.get());
      OtherHost.warn(call.name(), repo.get(), key, world);
      return key;
    }
    String inherited = world.variable(Inherited.KEY);
    if (repo.isEmpty() && number.isEmpty() && !inherited.isEmpty()) {
      return pullRequest(Inherited.KEY, inherited, call.command().name());
    }
    if (repo.isPresent()) {
      throw missing(repo, number);
    }
    return new CheckoutKey(world, forge)
        .find(number.map(text -> number("--pr", text)))
        .orElseThrow(() -> missing(repo, number));
  }

  private static long number(String option, String text) {
    try {
      return LeaseKey.parseNumber(text);
    } catch (IllegalArgumentException e) {
      throw wrong(option + ": " + e.getMessage());
    }
  }

  /** A key in one piece, of a pull request, for the subcommand {@code command}. */
  public static LeaseKey pullRequest(String source, String text, String command) {
    LeaseKey key = any(source, text);
    if (key.kind() == LeaseKey.Kind.ISSUE) {
      throw claim(source, command);
    }
    return key;
  }

  /** A key in one piece. */
  static LeaseKey any(String source, String text) {
    try {
      return RepositoryName.check(LeaseKey.parse(RepositoryName.noUrl(text)));
    } catch (IllegalArgumentException e) {
      throw wrong(source + ": " + e.getMessage());
    }
  }

  /**
   * The same for a subcommand that looks at claims on issues as at any lease, or ends them.
   *
   * @throws UsageException if it is not all there, or malformed
   */
  static LeaseKey resolveAny(Call call, World world) {
    Optional<String> whole = call.value("key");
    Optional<String> issue = call.value("issue");
    if (issue.isEmpty()) {
      return whole.isPresent() && !call.has("repo") && !call.has("pr")
          ? any("--key", whole.get())
          : resolve(call, world);
    }
    if (whole.isPresent() || call.has("pr")) {
      throw wrong("--issue beside --pr or --key: which one?");
    }
    long number = number("--issue", issue.get());
    Optional<String> repo = call.value("repo");
    if (repo.isPresent()) {
      return issue("--repo", repo.get(), number);
    }
    LeaseKey beside =
        new CheckoutKey(world, () -> Forges.open(world))
            .find(Optional.of(number))
            .orElseThrow(() -> wrong("--repo is missing: issue " + number + " of which?"));
    return LeaseKey.of(beside.host(), beside.repo(), LeaseKey.Kind.ISSUE, number);
  }

  /** A key in one piece, of an issue. */
  public static LeaseKey issue(String source, String text) {
    LeaseKey key;
    try {
      key = RepositoryName.check(LeaseKey.parse(RepositoryName.noUrl(text)));
    } catch (IllegalArgumentException e) {
      throw new UsageException(source + ": " + e.getMessage(), NEXT_OF_ISSUE);
    }
    if (key.kind() != LeaseKey.Kind.ISSUE) {
      throw new UsageException(
          source + " '" + text + "' is a pull request: a claim is on an issue", NEXT_OF_ISSUE);
    }
    return key;
  }

  /** The issue {@code number} of the repository that somebody typed. */
  public static LeaseKey issue(String source, String repo, long number) {
    LeaseKey pull;
    try {
      pull = RepositoryName.key(repo, number);
    } catch (IllegalArgumentException e) {
      throw new UsageException(source + ": " + e.getMessage(), NEXT_OF_ISSUE);
    }
    return LeaseKey.of(pull.host(), pull.repo(), LeaseKey.Kind.ISSUE, number);
  }

  private static LeaseKey fromParts(String repo, String number) {
    long parsed = number("--pr", number);
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

  /** An issue is had by its own command alone, on evidence: there is no other door. */
  private static UsageException claim(String source, String command) {
    String step =
        switch (command) {
          case "renew" -> "heartbeat";
          case "assert" -> "verify";
          case "release", "adopt" -> command;
          default -> "take";
        };
    return new UsageException(
        source + " names an issue: a lease on one is a claim, which has a command of its own",
        "To " + step + " it: prlease claim " + step + " --issue N; see prlease help claim.");
  }

  private static UsageException wrong(String message) {
    return new UsageException(message, NEXT);
  }
}

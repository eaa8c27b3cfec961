package dev.prlease.cli.claim;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.cli.command.KeyResolver;
import dev.prlease.cli.syntax.Call;
import dev.prlease.cli.syntax.UsageException;
import dev.prlease.gate.checkout.CheckoutException;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds out which issue a call is about: from its options, and its repository from the site. */
final class IssueKey {
  private static final String NEXT =
      "Give --issue N, and --repo OWNER/NAME outside a checkout; or --key issue:OWNER/NAME#N.";

  private IssueKey() {}

  /**
   * The key; {@code site} is asked only if the call does not say it all.
   *
   * @throws UsageException if it is not all there, or malformed
   */
  static LeaseKey resolve(Call call, Supplier<Site> site) {
    Optional<String> whole = call.value("key");
    Optional<String> repo = call.value("repo");
    Optional<String> issue = call.value("issue");
    if (whole.isPresent()) {
      if (repo.isPresent() || issue.isPresent()) {
        throw new UsageException("--key says it all: leave out --repo and --issue", NEXT);
      }
      return KeyResolver.issue("--key", whole.get());
    }
    if (issue.isEmpty()) {
      throw new UsageException("which issue?", NEXT);
    }
    long number = number(issue.get());
    if (repo.isPresent()) {
      return KeyResolver.issue("--repo", repo.get(), number);
    }
    RepositoryId base = base(site.get());
    return LeaseKey.of(base.host(), base.path(), LeaseKey.Kind.ISSUE, number);
  }

  private static RepositoryId base(Site site) {
    try {
      return site.checkout("--repo is missing:", NEXT).baseRepository();
    } catch (CheckoutException noForge) {
      throw new UsageException("--repo is missing: " + noForge.getMessage(), NEXT);
    }
  }

  private static long number(String text) {
    try {
      return LeaseKey.parseNumber(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--issue: " + e.getMessage(), NEXT);
    }
  }
}

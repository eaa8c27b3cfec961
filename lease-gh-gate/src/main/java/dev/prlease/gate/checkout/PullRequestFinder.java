package dev.prlease.gate.checkout;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.checkout.Checkout.Source;
import dev.prlease.spi.Forge;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the pull request of a checkout's branch. */
final class PullRequestFinder {
  private final Checkout checkout;
  private final Forge forge;

  PullRequestFinder(Checkout checkout, Forge forge) {
    this.checkout = checkout;
    this.forge = forge;
  }

  BranchPullRequest find() {
    if (checkout.position() instanceof Position.Detached detached) {
      return new BranchPullRequest.None(
          "no branch is checked out in " + checkout.top() + ", but commit " + detached.commit(),
          "Name the pull request: --pr N; or check its branch out: git switch BRANCH. If a rebase is"
              + " not finished there, finish or abort it first: git status says how.");
    }
    Optional<LeaseKey> made = checkout.checkedOutPullRequest();
    if (made.isPresent()) {
      return new BranchPullRequest.Found(forge.read(made.get()));
    }
    List<Source> sources = checkout.sources();
    if (sources.isEmpty()) {
      throw CheckoutException.withoutForge(checkout.top());
    }
    Map<LeaseKey, PullRequest> found = new LinkedHashMap<>();
    for (Source source : sources) {
      for (PullRequest each : forge.findByBranch(source.repository(), source.branch())) {
        found.putIfAbsent(each.key(), each);
      }
    }
    return choose(sources, List.copyOf(found.values()));
  }

  private BranchPullRequest choose(List<Source> sources, List<PullRequest> found) {
    List<PullRequest> candidates = ofBase(found);
    if (candidates.isEmpty()) {
      String looked = sources.stream().map(Source::toString).collect(Collectors.joining(" or "));
      return new BranchPullRequest.None(
          "no pull request is open for " + looked,
          "Name the pull request: --pr N; or open it: gh pr create.");
    }
    if (candidates.size() == 1) {
      return new BranchPullRequest.Found(candidates.get(0));
    }
    String numbers =
        candidates.stream()
            .map(each -> each.key() + " (into " + each.base() + ")")
            .collect(Collectors.joining(", "));
    return new BranchPullRequest.Several(
        candidates, "Name the one that is meant: " + numbers + ".");
  }

  /** Those of the base repository, as gh looks for no others; all, if it has none. */
  private List<PullRequest> ofBase(List<PullRequest> found) {
    if (found.size() < 2) {
      return found;
    }
    RepositoryId base = checkout.baseRepository();
    List<PullRequest> ofBase =
        found.stream().filter(each -> each.repository().equals(base)).toList();
    return ofBase.isEmpty() ? found : ofBase;
  }
}

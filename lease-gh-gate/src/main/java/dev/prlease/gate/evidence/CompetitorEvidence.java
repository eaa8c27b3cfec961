package dev.prlease.gate.evidence;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.OwningPullRequest;
import dev.prlease.api.claim.OwningPullRequest.Relation;
import dev.prlease.api.forge.PullRequest;
import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.checkout.Checkout;
import dev.prlease.gate.gh.GhQuestions;
import dev.prlease.spi.Clock;
import dev.prlease.spi.CompetitorsProbe;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks for pull requests that own an issue, by gh. */
final class CompetitorEvidence implements CompetitorsProbe {
  private final Clock clock;
  private final Worktrees worktrees;
  private final GhQuestions gh;

  CompetitorEvidence(Clock clock, Worktrees worktrees, GhQuestions gh) {
    this.clock = clock;
    this.worktrees = worktrees;
    this.gh = gh;
  }

  @Override
  public Evidence<List<OwningPullRequest>> pullRequests(LeaseKey issue, ClaimTerms terms) {
    return Asked.of(clock, "gh api graphql at " + issue.host(), () -> owners(issue, terms));
  }

  private List<OwningPullRequest> owners(LeaseKey issue, ClaimTerms terms) throws Unclear {
    RepositoryId source = source(issue, terms);
    Map<LeaseKey, OwningPullRequest> owners = new LinkedHashMap<>();
    for (PullRequest each : gh.forge().findByBranch(source, terms.branch())) {
      add(each.key(), each.head(), source, terms, owners);
    }
    for (GhQuestions.Closing each : gh.closing(issue)) {
      add(each.key(), each.head(), source, terms, owners);
    }
    return List.copyOf(owners.values());
  }

  /** What both looks tell must agree: between them heads may move. */
  private static void add(
      LeaseKey key,
      PullRequest.Head head,
      RepositoryId source,
      ClaimTerms terms,
      Map<LeaseKey, OwningPullRequest> owners)
      throws Unclear {
    boolean own =
        head.branch().equals(terms.branch()) && head.repository().equals(Optional.of(source));
    OwningPullRequest found =
        new OwningPullRequest(
            key, own ? Relation.OWN_BRANCH : Relation.OTHER_BRANCH, head.sha(), head.branch());
    OwningPullRequest before = owners.putIfAbsent(key, found);
    if (before != null && !before.equals(found)) {
      throw Unclear.contradiction(before + " is told as " + found + " a moment later");
    }
  }

  /** Where the branch is; an alias of SSH's configuration is resolved as for a push. */
  private RepositoryId source(LeaseKey issue, ClaimTerms terms) throws Unclear {
    String url = terms.remote().url();
    RepositoryId source =
        Checkout.repositoryAt(url, Path.of(terms.worktree()), worktrees.environment())
            .orElseThrow(() -> Unclear.because(url + " leads to no repository of a forge"));
    if (!source.host().equalsIgnoreCase(issue.host())) {
      throw Unclear.because(
          "the branch is at " + source.host() + ", and the issue at " + issue.host());
    }
    return source;
  }
}

package dev.prlease.spi;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.OwningPullRequest;
import java.util.List;

/**
 * Looks for pull requests that own an issue; see {@link ClaimProbes}. Competing claims are looked
 * for in the store, by whoever has it.
 */
public interface CompetitorsProbe {
  /**
   * The open pull requests that own {@code issue}: those whose branch is the claim's, and those
   * that say that they close the issue.
   */
  Evidence<List<OwningPullRequest>> pullRequests(LeaseKey issue, ClaimTerms terms);
}

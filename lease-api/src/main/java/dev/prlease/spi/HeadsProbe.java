package dev.prlease.spi;

import dev.prlease.api.claim.ClaimTerms;
import dev.prlease.api.claim.Evidence;
import java.util.Optional;

/** Looks at the heads of branches; see {@link ClaimProbes}. */
public interface HeadsProbe {
  /** The commit at the head of the claim's branch in its worktree's repository. */
  Evidence<String> local(ClaimTerms terms);

  /**
   * The commit at the head of the claim's branch in its remote, asked of the remote itself; known
   * and empty if the remote has no such branch.
   */
  Evidence<Optional<String>> remote(ClaimTerms terms);
}

package dev.prlease.gate.checkout;

import dev.prlease.api.forge.PullRequest;
import java.util.List;

/** Which pull request the branch of a checkout is of. */
public sealed interface BranchPullRequest {
  /** This one. */
  record Found(PullRequest pullRequest) implements BranchPullRequest {}

  /**
   * None that is open.
   *
   * @param why what was looked for, and where
   * @param nextStep what to do; one sentence
   */
  record None(String why, String nextStep) implements BranchPullRequest {}

  /**
   * More than one: nobody but the user knows which is meant.
   *
   * @param pullRequests all of them
   * @param nextStep what to do; one sentence
   */
  record Several(List<PullRequest> pullRequests, String nextStep) implements BranchPullRequest {
    /** Copies them. */
    public Several {
      pullRequests = List.copyOf(pullRequests);
    }
  }
}

package dev.prlease.api.claim;

import dev.prlease.api.LeaseKey;
import java.util.Objects;

/**
 * An open pull request that owns an issue: its branch is the claim's, or it says that it closes the
 * issue.
 *
 * @param key which one
 * @param relation whether its branch is the claim's
 * @param head the commit at its head
 * @param branch its branch, for people
 */
public record OwningPullRequest(LeaseKey key, Relation relation, String head, String branch) {
  /** How a pull request is related to a claim. */
  public enum Relation {
    /** Its branch is the claim's branch in the claim's remote. */
    OWN_BRANCH,
    /** It owns the issue from another branch. */
    OTHER_BRANCH
  }

  /** Refuses null. */
  public OwningPullRequest {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(relation, "relation");
    Objects.requireNonNull(head, "head");
    Objects.requireNonNull(branch, "branch");
  }

  @Override
  public String toString() {
    return key + " (branch " + branch + " at " + head + ")";
  }
}

package dev.prlease.gate.gh;

import java.util.Set;

/** What is asked. */
final class Queries {
  private Queries() {}

  /** A pull request; its checks from {@code $after} on. */
  static String pullRequest(Set<Lacking> lacking) {
    String queue =
        lacking.contains(Lacking.QUEUE)
            ? ""
            : " isMergeQueueEnabled mergeQueueEntry { state position }";
    String auto =
        lacking.contains(Lacking.AUTO_MERGE)
            ? ""
            : " autoMergeRequest { mergeMethod enabledBy { login } }";
    String required =
        lacking.contains(Lacking.REQUIRED) ? "" : " isRequired(pullRequestNumber: $number)";
    String event =
        lacking.contains(Lacking.EVENT)
            ? ""
            : " startedAt checkSuite { workflowRun { event workflow { name } } }";
    return "query PrleasePullRequest($owner: String!, $name: String!, $number: Int!, $after: String)"
        + " { repository(owner: $owner, name: $name) { pullRequest(number: $number) {"
        + " number title url state isDraft headRefOid headRefName headRepository { nameWithOwner }"
        + " isCrossRepository baseRefName mergeStateStatus reviewDecision mergedAt mergedBy { login }"
        + " mergeCommit { oid }"
        + queue
        + auto
        + " commits(last: 1) { nodes { commit { oid statusCheckRollup {"
        + " contexts(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes {"
        + " __typename"
        + " ... on CheckRun { name status conclusion"
        + required
        + event
        + " }"
        + " ... on StatusContext { context state"
        + required
        + " } } } } } } } } } }";
  }

  /**
   * The open pull requests of a branch's name, and the repository that this one was forked from.
   */
  static String branch() {
    return "query PrleaseBranch($owner: String!, $name: String!, $branch: String!, $after: String)"
        + " { repository(owner: $owner, name: $name) { nameWithOwner parent { nameWithOwner }"
        + " pullRequests(headRefName: $branch, states: OPEN, first: 100, after: $after) {"
        + " pageInfo { hasNextPage endCursor }"
        + " nodes { number headRepository { nameWithOwner } } } } }";
  }
}

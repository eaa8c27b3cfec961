package dev.prlease.gate.gh;

import com.fasterxml.jackson.databind.node.TextNode;
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
            : " startedAt checkSuite { workflowRun { databaseId event workflow { databaseId name } } }";
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

  /** Who is logged in. */
  static String viewer() {
    return "query PrleaseViewer { viewer { login } }";
  }

  /** The pull requests that say that they close an issue. */
  static String closing() {
    return "query PrleaseClosing($owner: String!, $name: String!, $number: Int!, $after: String)"
        + " { repository(owner: $owner, name: $name) { issue(number: $number) {"
        + " closedByPullRequestsReferences(first: 100, after: $after) {"
        + " pageInfo { hasNextPage endCursor }"
        + " nodes { number state headRefOid headRefName headRepository { nameWithOwner }"
        + " repository { nameWithOwner } } } } } }";
  }

  /** Whether the forge is to merge it by itself. */
  static String inHand() {
    return "query PrleaseInHand($owner: String!, $name: String!, $number: Int!)"
        + " { repository(owner: $owner, name: $name) { pullRequest(number: $number) {"
        + " id mergeQueueEntry { state } autoMergeRequest { mergeMethod } } } }";
  }

  /** Takes it out of the merge queue. */
  static String dequeue(String pullRequestId) {
    return "mutation PrleaseDequeue { dequeuePullRequest(input: { id: "
        + literal(pullRequestId)
        + " }) { clientMutationId } }";
  }

  /** Where a branch is. */
  static String headOfBranch() {
    return "query PrleaseHeadOfBranch($owner: String!, $name: String!, $ref: String!)"
        + " { repository(owner: $owner, name: $name) { id"
        + " ref(qualifiedName: $ref) { target { oid } } } }";
  }

  /**
   * Deletes a reference that is at {@code commit}. Without variables: a server that does not know
   * this would complain of their types besides.
   */
  static String deleteRef(String repositoryId, String ref, String commit) {
    return "mutation PrleaseDeleteBranch { updateRefs(input: { repositoryId: "
        + literal(repositoryId)
        + ", refUpdates: [{ name: "
        + literal(ref)
        + ", beforeOid: "
        + literal(commit)
        + ", afterOid: "
        + literal("0".repeat(commit.length()))
        + " }] }) { clientMutationId } }";
  }

  /** As in JSON. */
  private static String literal(String text) {
    return TextNode.valueOf(text).toString();
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

  /** Some of the open pull requests that would be merged into a branch. */
  static String base() {
    return "query PrleaseBase($owner: String!, $name: String!, $branch: String!)"
        + " { repository(owner: $owner, name: $name) {"
        + " pullRequests(baseRefName: $branch, states: OPEN, first: 10) { nodes { number } } } }";
  }

  /** The comments of a pull request from {@code $after} on, in the order in which they came. */
  static String comments() {
    return "query PrleaseComments($owner: String!, $name: String!, $number: Int!, $after: String)"
        + " { viewer { login } repository(owner: $owner, name: $name) {"
        + " pullRequest(number: $number) { comments(first: 50, after: $after) {"
        + " pageInfo { hasNextPage endCursor } nodes { id url viewerDidAuthor body } } } } }";
  }

  /** One comment. */
  static String comment() {
    return "query PrleaseOneComment($id: ID!) { viewer { login } node(id: $id) {"
        + " ... on IssueComment { id url viewerDidAuthor body } } }";
  }

  /** The server's own id of a pull request. */
  static String pullRequestId() {
    return "query PrleaseSubject($owner: String!, $name: String!, $number: Int!)"
        + " { repository(owner: $owner, name: $name) { pullRequest(number: $number) { id } } }";
  }

  /** Writes a comment. */
  static String addComment() {
    return "mutation PrleaseAddComment($input: AddCommentInput!) { addComment(input: $input)"
        + " { commentEdge { node { id url author { login } } } } }";
  }

  /** Replaces a comment's text. */
  static String updateComment() {
    return "mutation PrleaseUpdateComment($input: UpdateIssueCommentInput!)"
        + " { updateIssueComment(input: $input) { issueComment { id } } }";
  }

  /** Deletes a comment. */
  static String deleteComment() {
    return "mutation PrleaseDeleteComment($input: DeleteIssueCommentInput!)"
        + " { deleteIssueComment(input: $input) { clientMutationId } }";
  }
}

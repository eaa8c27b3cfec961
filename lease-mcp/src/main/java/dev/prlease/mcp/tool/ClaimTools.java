package dev.prlease.mcp.tool;

import static dev.prlease.mcp.tool.Shared.ISSUE;
import static dev.prlease.mcp.tool.Shared.REPO;
import static dev.prlease.mcp.tool.Shared.WHO;

import java.util.ArrayList;
import java.util.List;

/** The tools by which a session has a claim: it takes, keeps, renews and verifies it. */
final class ClaimTools {
  static final Parameter WORKTREE =
      Parameter.required(
          Shared.WORKTREE_PATH,
          new Parameter.Type.Text(4096),
          "Absolute path of the git worktree in which you work on the issue, with the branch of"
              + " that work checked out.");
  private static final Parameter BRANCH =
      Parameter.optional(
          "branch",
          Shared.NAME,
          "The branch of the work; the one that is checked out in the worktree if left out.");
  private static final Parameter REMOTE =
      Parameter.optional(
          "remote",
          Shared.NAME,
          "Name of the git remote that the branch is pushed to; what git would push to if left"
              + " out. Its address is asked of git.");
  private static final Parameter OPERATION =
      Parameter.optional(
          "operation",
          Shared.NAME,
          "The kind of work, one word; author_issue_work if left out. A claim is only renewed for"
              + " the kind that it was taken for.");
  private static final Parameter HOLDER_PID =
      Parameter.optional(
          Shared.HOLDER_PID,
          new Parameter.Type.Whole(1, Integer.MAX_VALUE),
          "The id of the process that works; this server's client if left out. It must live. That"
              + " it is dead lets others take the claim over once it ran out; that it lives proves"
              + " nothing to anybody.");
  private static final Parameter TTL =
      Parameter.optional(
          "ttl",
          Shared.DURATION,
          "How long the claim lasts if nobody keeps it, such as 2h; 4h if left out, at most 24h.");

  private static final String WHAT_ELSE =
      " Who you are is asked of gh, and the profile of prlease's configuration: neither can be"
          + " said here.";

  private final ClaimCalls claims;

  ClaimTools(ClaimCalls claims) {
    this.claims = claims;
  }

  List<ToolSpec> all() {
    return List.of(take(), heartbeat(), renew(), verify());
  }

  /** The terms of a claim, and what comes after them. */
  static List<Parameter> onTerms(Parameter... more) {
    List<Parameter> all =
        new ArrayList<>(List.of(REPO, ISSUE, WORKTREE, BRANCH, REMOTE, OPERATION));
    all.addAll(List.of(more));
    all.add(WHO);
    return all;
  }

  /** Those of a step that leaves the session with the claim. */
  static List<Parameter> having(Parameter... more) {
    List<Parameter> all = new ArrayList<>(List.of(more));
    all.addAll(List.of(HOLDER_PID, TTL));
    return onTerms(all.toArray(new Parameter[0]));
  }

  private ToolSpec take() {
    return new ToolSpec(
        "claim_take",
        "Claim an issue",
        "Claim an issue before you start to work on it: before you write code for it, in a branch"
            + " and git worktree of your own. Others then stay away from the issue and the branch"
            + " for 4 hours, longer if you keep calling tools, also after this server or your"
            + " client has ended. Call it after the branch is checked out in the worktree."
            + " Done also if your session has the claim already (outcome kept), if it ran out and"
            + " is exactly yours (renewed), and if it ran out and its holder is proven to be gone"
            + " (taken-over). Refused with claim-refused: do not work on the issue; `reasons` has"
            + " every reason, and `next` what to do."
            + WHAT_ELSE,
        Effect.CHANGES_OWN_CLAIM,
        having(),
        ClaimFields.ofClaim(),
        (arguments, call) -> claims.having(claims.onTerms("take", arguments), arguments, call));
  }

  private ToolSpec heartbeat() {
    return new ToolSpec(
        "claim_heartbeat",
        "Keep a claim that you have",
        "Make a claim that you have last longer: its whole time (`ttl`, 4 hours) from now. Each"
            + " tool call of this server keeps your claims in passing once a quarter of that time"
            + " is over, and nothing else does: so call this before work of hours without any call,"
            + " and every hour or so of other work. Never revives a claim that ran out (expired):"
            + " then call claim_renew."
            + " Refused: stop acting on the issue, and do what `next` says.",
        Effect.CHANGES_OWN_LEASE,
        having(),
        ClaimFields.ofClaim(),
        (arguments, call) ->
            claims.having(claims.onTerms("heartbeat", arguments), arguments, call));
  }

  private ToolSpec renew() {
    return new ToolSpec(
        "claim_renew",
        "Renew a claim of yours that ran out",
        "Renew a claim that ran out, as its exact owner: same repository, issue, remote, operation,"
            + " branch, worktree, user and profile. Commit and push everything first: the worktree"
            + " must be clean, the branch's head the same here, in the remote and in its pull"
            + " request, and nobody else may claim the issue's branch or have a pull request for"
            + " the issue. All of that is looked up, twice; that your process or this server is"
            + " still alive counts for nothing. Done: go on, claim_verify passes at once."
            + " Refused with claim-refused: mend every one of `reasons` and call it again; if the"
            + " claim is somebody else's, stand down."
            + WHAT_ELSE,
        Effect.CHANGES_OWN_CLAIM,
        having(),
        ClaimFields.ofClaim(),
        (arguments, call) -> claims.having(claims.onTerms("renew", arguments), arguments, call));
  }

  private ToolSpec verify() {
    return new ToolSpec(
        "claim_verify",
        "Check that you have the claim now",
        "Check, immediately before you push, open a pull request or change anything else for an"
            + " issue, that your session has its claim at this moment: live, confirmed, and for"
            + " this branch and worktree. Changes nothing of the claim. Done: go ahead, at once."
            + " Refused with claim-refused: do not act; somebody else may be at work on the issue"
            + " by now. If the only reason is expired, call claim_renew and then this again.",
        Effect.LOOKS,
        onTerms(),
        ClaimFields.ofClaim(),
        (arguments, call) -> claims.asking(claims.onTerms("verify", arguments), arguments, call));
  }
}

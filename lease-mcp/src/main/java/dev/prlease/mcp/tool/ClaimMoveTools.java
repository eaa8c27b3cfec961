package dev.prlease.mcp.tool;

import static dev.prlease.mcp.tool.Shared.ISSUE;
import static dev.prlease.mcp.tool.Shared.REPO;
import static dev.prlease.mcp.tool.Shared.WHO;

import java.util.List;

/** The tools by which a claim changes hands or ends, and by which it is looked at. */
final class ClaimMoveTools {
  private static final String FROM = "from";

  private final ClaimCalls claims;

  ClaimMoveTools(ClaimCalls claims) {
    this.claims = claims;
  }

  List<ToolSpec> all() {
    return List.of(adopt(), release(), reclaim(), show());
  }

  private ToolSpec adopt() {
    return new ToolSpec(
        "claim_adopt",
        "Go on with your claim in a new session",
        "Move a live claim to your session from an earlier session of your own work, after a"
            + " restart of the client or in a conversation that goes on elsewhere: for claims that"
            + " claim_take refuses with other-session, and nothing else. Only adopt what was yours:"
            + " the same user, branch and worktree, with a session that has ended. A claim that ran"
            + " out needs no adopting: call claim_renew. Refused with claim-refused: it is not"
            + " yours to adopt; stand down, or do what `next` says.",
        Effect.CHANGES_OWN_CLAIM,
        ClaimTools.having(
            Parameter.required(
                FROM,
                new Parameter.Type.Text(200),
                "The session that has the claim now, the owner_session_id of claim_show, which"
                    + " must be an earlier one of yours.")),
        ClaimFields.ofClaim(),
        (arguments, call) ->
            claims.having(
                claims.onTerms("adopt", arguments).option(FROM, arguments.text(FROM)),
                arguments,
                call));
  }

  private ToolSpec release() {
    return new ToolSpec(
        "claim_release",
        "Give a claim back",
        "Give your claim of an issue back as soon as the work on it is over, merged or given up,"
            + " so that others can take the issue. Nothing does this for you: a claim outlives this"
            + " server. Frees nothing that is not your session's. Done also if there is nothing to"
            + " give back: `outcome` tells.",
        Effect.CHANGES_OWN_LEASE,
        List.of(REPO, ISSUE, WHO),
        ClaimFields.ofEnding(),
        claims::release);
  }

  private ToolSpec reclaim() {
    return new ToolSpec(
        "claim_reclaim",
        "Free a claim that was abandoned",
        "Free an issue whose claim ran out and whose holder is proven to be gone (its process is"
            + " dead, or its worktree), without taking it: to clear up. To work on the issue"
            + " yourself call claim_take instead, which does this too. Refused with claim-refused:"
            + " the claim is live, or nobody can prove that it was abandoned; leave it alone, and"
            + " tell the user if it is in the way.",
        Effect.FREES_ABANDONED,
        List.of(REPO, ISSUE, WHO),
        ClaimFields.ofEnding(),
        (arguments, call) ->
            claims.acting(
                arguments, holding -> claims.run(ClaimCalls.step("reclaim"), holding, call)));
  }

  private ToolSpec show() {
    return new ToolSpec(
        "claim_show",
        "Look who claims an issue",
        "Look who has claimed an issue, until when, for which branch and worktree, and how it came"
            + " to be theirs. Changes nothing. Use it to decide what to work on, and after a"
            + " refusal. `state` is free, held, pending (being granted just now), expired (not free"
            + " to everybody: only its exact owner, or proof that it was abandoned, gets it) or"
            + " unreadable. To work on the issue call claim_take.",
        Effect.LOOKS,
        List.of(REPO, ISSUE),
        ClaimFields.ofClaim().text("reason", "only of an unreadable record: why"),
        (arguments, call) -> claims.show(arguments));
  }
}

package dev.prlease.mcp.tool;

/** The fields of answers about claims. */
final class ClaimFields {
  private ClaimFields() {}

  /** Those of a refusal, beside those that every answer has. */
  static Fields ofAnswer() {
    return Fields.ofAnswer()
        .text("step", "only of a refused claim: what was asked for")
        .text("session", "only of a refused claim: who asked")
        .objects(
            "reasons",
            "only of a refused claim: every reason, each with code, expected (what would have let"
                + " it pass) and found")
        .text(
            "aftermath",
            "only of a refused claim: nothing-written; put-back: it was granted and, since"
                + " something changed meanwhile, taken back; replaced; left-pending")
        .object("found", "only of a refused claim: the claim that is there, and whose it is");
  }

  /** Those of a claim that is there. */
  static Fields ofClaim() {
    return ofAnswer()
        .lease()
        .text("outcome", "taken, kept, renewed, taken-over, adopted or verified")
        .object(
            "claim",
            "what it is for and whose it is: remote, operation, branch, worktree, claimant (user"
                + " and profile), process; and grants: how it came to be held, on what evidence");
  }

  /** Those of one that is given up. */
  static Fields ofEnding() {
    return ofAnswer()
        .text("key", "the issue, issue:owner/name#number")
        .text(
            "outcome",
            "released, reclaimed, put-back (of a claim that was never confirmed: what was there"
                + " before) or nothing-held")
        .object("before", "what was there")
        .text("store", "where claims are kept");
  }
}

package dev.prlease.mcp.tool;

import java.util.List;

/** The tool that tells what happened. */
final class AuditTools {
  private static final int MOST_EVENTS = 500;

  private final Bench bench;

  AuditTools(Bench bench) {
    this.bench = bench;
  }

  List<ToolSpec> all() {
    return List.of(audit());
  }

  private ToolSpec audit() {
    return new ToolSpec(
        "lease_audit",
        "Tell what happened to leases",
        "Tell what happened: who acquired, renewed, released, lost or was refused a lease, and"
            + " which pushes and merges passed; the same of claims on issues, with every renewal"
            + " and what it was granted on. Changes nothing. Use it to find out why a call was"
            + " refused, or what became of a pull request while you were away. Oldest first; of"
            + " many events the latest are told.",
        Effect.LOOKS,
        List.of(
            Parameter.optional(
                Shared.REPOSITORY,
                Shared.NAME,
                "Only of a pull request or issue of this repository, owner/name; give pull_request"
                    + " or issue too."),
            Parameter.optional(
                Shared.NUMBER,
                new Parameter.Type.Whole(1, Integer.MAX_VALUE),
                "Only of this pull request; give repository too."),
            Parameter.optional(
                Shared.ISSUE_NUMBER,
                new Parameter.Type.Whole(1, Integer.MAX_VALUE),
                "Only of this issue; give repository too."),
            Parameter.optional(
                "of_session",
                new Parameter.Type.Text(200),
                "Only what this session did, or what befell it."),
            Parameter.optional(
                "since",
                Shared.DURATION,
                "Only from then on: so long ago, such as 2h or 1d, or a time such as"
                    + " 2026-07-26T18:42:42Z."),
            Parameter.optional(
                "limit",
                new Parameter.Type.Whole(1, MOST_EVENTS),
                "How many events are told at most; 50 if left out.")),
        Fields.ofAnswer()
            .objects("events", "each with at, event, key, session, and details")
            .whole("left_out", "how many earlier ones there are"),
        this::audit);
  }

  private Result audit(Arguments arguments, ToolCall call) {
    Words words =
        Words.of("audit")
            .option("session", arguments.text("of_session"))
            .option("since", arguments.text("since"));
    boolean ofRepository = arguments.text(Shared.REPOSITORY).isPresent();
    boolean ofPullRequest = arguments.whole(Shared.NUMBER).isPresent();
    boolean ofIssue = arguments.whole(Shared.ISSUE_NUMBER).isPresent();
    if (ofRepository != (ofPullRequest || ofIssue) || (ofPullRequest && ofIssue)) {
      throw new UnfitException(
          "'repository' and 'pull_request' or 'issue' only tell together which one is meant",
          "Give repository with one of the others, or none of them.");
    }
    if (ofRepository) {
      words.option("key", ofIssue ? ClaimCalls.issue(arguments) : Bench.key(arguments));
    }
    return Lists.last(bench.look(words, "events"), "events", arguments.whole("limit").orElse(50L));
  }
}

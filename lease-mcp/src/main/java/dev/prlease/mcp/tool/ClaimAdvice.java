package dev.prlease.mcp.tool;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a model does about a refused claim: by the codes of the reasons, with names of tools. */
final class ClaimAdvice {
  private static final String STAND_DOWN =
      "Stand down: leave this issue, its branch and its pull request alone, by git and gh too. Do"
          + " something else, or tell the user who has it: claim_show tells.";
  private static final String LOOKED_UP =
      " All of this is looked up anew with each call; nothing can be declared instead.";

  private static final Set<String> IN_THE_WAY =
      Set.of(
          "live",
          "pending",
          "competing-claim",
          "competing-pull-request",
          "overtaken",
          "other-session");
  private static final Set<String> BROKEN =
      Set.of(
          "unreadable",
          "not-a-claim",
          "key-mismatch",
          "host-differs",
          "owner-differs",
          "repository-differs",
          "number-differs");

  private ClaimAdvice() {}

  /** One text, for all the reasons of one refusal. */
  static String of(String step, List<String> codes) {
    boolean acting = step.equals("verify") || step.equals("heartbeat");
    boolean differs = codes.stream().anyMatch(code -> code.endsWith("-differs"));
    if (codes.stream().anyMatch(BROKEN::contains)) {
      return "What lies in this issue's place is no claim of it that can be read. Do not act on the"
          + " issue; tell the user: only a person may end it.";
    }
    if (codes.contains("other-session") && !differs) {
      return "Another session has this claim. Only if that was you, before a restart: call"
          + " claim_adopt with `from` set to its owner_session_id (see `found`). Else stand down:"
          + " leave the issue, its branch and its pull request alone.";
    }
    if (codes.contains("at-work")) {
      return "Another call or command of this session is at work on it. Wait for that to end, then"
          + " try again.";
    }
    if (acting && codes.contains("pending") && !differs) {
      return "Do not act on the issue: the claim was never confirmed. Call claim_take once more,"
          + " and go on only if that is done.";
    }
    if (codes.contains("recorded-process-not-dead")
        || codes.contains("recorded-worktree-not-gone")) {
      return "The claim ran out, but nothing proves that its holder has given it up, so only its"
          + " exact owner may renew it: if that is you, mend every reason (`expected` is what the"
          + " claim says) and call claim_renew. "
          + STAND_DOWN;
    }
    if (codes.stream().anyMatch(IN_THE_WAY::contains)) {
      return STAND_DOWN;
    }
    if (codes.contains("no-claim")) {
      return "Do not act on the issue: nobody has claimed it. Call claim_take, and go on only if"
          + " that is done.";
    }
    if (codes.contains("expired") && !differs) {
      return "The claim ran out. Do not act on the issue. Commit and push what you have, call"
          + " claim_renew, and go on only if that is done.";
    }
    if (codes.contains("not-expired")) {
      return "Nothing to renew: it is yours and live. claim_heartbeat makes it last longer.";
    }
    return hints(codes) + LOOKED_UP;
  }

  private static String hints(List<String> codes) {
    Set<String> hints = new LinkedHashSet<>();
    codes.forEach(code -> hints.add(hint(code)));
    return "Mend every reason, then call again: " + String.join("; ", new ArrayList<>(hints)) + ".";
  }

  private static String hint(String code) {
    return switch (code) {
      case "worktree-not-clean" -> "commit and push all changes, untracked files too";
      case "heads-differ", "remote-branch-missing" ->
          "push the branch, so that its head is the same here and in the remote";
      case "pull-request-head-differs" ->
          "wait until the pull request shows the head that was pushed last";
      case "evidence-changed", "confirmed-too-late" ->
          "somebody changed it while it was looked at: look, and call again";
      case "process-unknown", "process-dead" ->
          "name in `holder_pid` a process that lives as long as your task, such as your client's";
      case "user-unknown", "user-not-logged-in", "user-differs" ->
          "tell the user: gh must be logged in as the user of the claim";
      case "profile-unknown", "profile-not-configured", "profile-differs" ->
          "tell the user: the profile in prlease's config must be that of the claim";
      case "branch-differs", "worktree-on-other-branch" ->
          "check out the branch of the claim in `worktree`";
      case "worktree-differs", "worktree-moved", "worktree-gone", "worktree-not-top-level" ->
          "name in `worktree` the top directory of the claim's own git worktree";
      case "worktree-not-registered" ->
          "use a worktree that `git worktree list` of its repository shows";
      case "remote-differs", "remote-moved" ->
          "the remote must have the name and the URL that the claim says";
      case "operation-differs" -> "leave `operation` as it was when the claim was taken";
      default ->
          code.endsWith("-unknown")
              ? "what `found` says could not be looked at ("
                  + code
                  + "): mend that, or tell the user"
              : code;
    };
  }
}

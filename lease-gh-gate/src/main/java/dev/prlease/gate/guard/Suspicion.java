package dev.prlease.gate.guard;

import java.util.List;

/** Whether text that cannot be read as commands looks as if it pushed or merged. */
final class Suspicion {
  private static final List<String> CALLS =
      List.of(
          "mergePullRequest",
          "PullRequestAutoMerge",
          "enqueuePullRequest",
          "closePullRequest",
          "updatePullRequest",
          "updateRef",
          "deleteRef",
          "createCommitOnBranch",
          "mergeBranch");

  private Suspicion() {}

  static boolean of(String text) {
    return (follows(text, "git", "push") || follows(text, "git", "send-pack"))
        || (contains(text, "gh")
            && follows(text, "pr", "merge", "close", "update-branch", "auto-merge"))
        || (text.contains("/pulls/") && follows(text, "pulls", "merge", "update-branch"))
        || isCall(text);
  }

  /** Whether the name of a call that acts is in {@code text}. */
  static boolean isCall(String text) {
    for (String call : CALLS) {
      if (text.contains(call)) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of {@code later} stands, as a word, behind the first word {@code first}. */
  private static boolean follows(String text, String first, String... later) {
    int from = find(text, first, 0);
    if (from < 0) {
      return false;
    }
    for (String word : later) {
      if (find(text, word, from) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean contains(String text, String word) {
    return find(text, word, 0) >= 0;
  }

  private static int find(String text, String word, int start) {
    for (int at = text.indexOf(word, start); at >= 0; at = text.indexOf(word, at + 1)) {
      if (isEdge(text, at - 1) && isEdge(text, at + word.length())) {
        return at;
      }
    }
    return -1;
  }

  private static boolean isEdge(String text, int at) {
    if (at < 0 || at >= text.length()) {
      return true;
    }
    char c = text.charAt(at);
    // An n may be what is left of a line end in JSON.
    return !Character.isLetterOrDigit(c) && c != '_';
  }
}

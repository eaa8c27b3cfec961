package dev.prlease.api.claim;

import dev.prlease.api.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a claim is for and whose it is. With the key these are all that an exact owner matches.
 *
 * @param remote where the branch is pushed to
 * @param operation what kind of work, such as {@code author_issue_work}
 * @param branch the branch's name, without {@code refs/heads/}
 * @param worktree the real path of the worktree, all symbolic links resolved
 * @param claimant who
 */
public record ClaimTerms(
    Remote remote, String operation, String branch, String worktree, Claimant claimant) {
  /** Longest of each text that we write, in characters. */
  public static final int MAX_LENGTH = 4_000;

  /** Refuses null; a foreign record's terms are kept as they are. */
  public ClaimTerms {
    Objects.requireNonNull(remote, "remote");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(branch, "branch");
    Objects.requireNonNull(worktree, "worktree");
    Objects.requireNonNull(claimant, "claimant");
  }

  /**
   * What keeps these terms from being written, one clause each: a text that is empty, too long, or
   * has characters that do not print. Only the profile may be empty.
   */
  public List<String> defects() {
    List<String> defects = new ArrayList<>(0);
    check(remote.name(), "the remote's name", defects);
    check(remote.url(), "the remote's URL", defects);
    check(operation, "the operation", defects);
    check(branch, "the branch", defects);
    check(worktree, "the worktree", defects);
    check(claimant.user(), "the user", defects);
    if (!claimant.profile().isEmpty()) {
      check(claimant.profile(), "the profile", defects);
    }
    return defects;
  }

  private static void check(String text, String what, List<String> defects) {
    if (text.isBlank()) {
      defects.add(what + " is empty");
    } else if (text.length() > MAX_LENGTH) {
      defects.add(what + " is longer than " + MAX_LENGTH + " characters");
    } else if (!text.codePoints().allMatch(Printable::is)) {
      defects.add(what + " has characters that do not print: " + Printable.quote(text, 80));
    }
  }
}

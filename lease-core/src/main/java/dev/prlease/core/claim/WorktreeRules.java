package dev.prlease.core.claim;

import static dev.prlease.api.claim.ClaimReason.Code.WORKTREE_GONE;
import static dev.prlease.api.claim.ClaimReason.Code.WORKTREE_MOVED;
import static dev.prlease.api.claim.ClaimReason.Code.WORKTREE_NOT_CLEAN;
import static dev.prlease.api.claim.ClaimReason.Code.WORKTREE_NOT_REGISTERED;
import static dev.prlease.api.claim.ClaimReason.Code.WORKTREE_NOT_TOP_LEVEL;
import static dev.prlease.api.claim.ClaimReason.Code.WORKTREE_ON_OTHER_BRANCH;
import static dev.prlease.api.claim.ClaimReason.Code.WORKTREE_UNKNOWN;

import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.WorktreeState;
import java.util.List;
import java.util.Optional;

/** Whether a request's worktree is what it says, and as it must be (AC4). */
final class WorktreeRules {
  private WorktreeRules() {}

  /** What changes that no commit has mean. */
  enum Changes {
    /** Nothing. */
    ALLOWED,
    /** A reason against it. */
    REFUSED
  }

  static void check(
      ClaimRequest request, Evidence<WorktreeState> piece, Changes changes, List<ClaimReason> all) {
    String path = request.terms().worktree();
    Optional<WorktreeState> state = piece.value();
    if (state.isEmpty()) {
      all.add(EvidenceRules.unknown(WORKTREE_UNKNOWN, "a worktree at " + path, piece));
    } else if (state.get() instanceof WorktreeState.Present present) {
      check(request, present, changes, all);
    } else {
      all.add(new ClaimReason(WORKTREE_GONE, "a worktree at " + path, "nothing"));
    }
  }

  private static void check(
      ClaimRequest request, WorktreeState.Present present, Changes changes, List<ClaimReason> all) {
    String path = request.terms().worktree();
    if (!present.realPath().equals(path)) {
      all.add(new ClaimReason(WORKTREE_MOVED, path, present.realPath()));
    }
    if (!present.topLevel().equals(Optional.of(present.realPath()))) {
      all.add(
          new ClaimReason(
              WORKTREE_NOT_TOP_LEVEL,
              present.realPath() + " as the top of its worktree",
              present.topLevel().orElse("no worktree")));
    }
    if (present.registration() != WorktreeState.Registration.REGISTERED) {
      all.add(
          new ClaimReason(
              WORKTREE_NOT_REGISTERED,
              "a worktree that its repository lists",
              "one that it does not"));
    }
    String branch = request.terms().branch();
    if (!present.branch().equals(Optional.of(branch))) {
      all.add(
          new ClaimReason(
              WORKTREE_ON_OTHER_BRANCH, branch, present.branch().orElse("a detached head")));
    }
    if (changes == Changes.REFUSED && present.changes() != WorktreeState.Changes.NONE) {
      all.add(
          new ClaimReason(
              WORKTREE_NOT_CLEAN,
              "nothing staged, unstaged or untracked in " + path,
              "changes that no commit has"));
    }
  }
}

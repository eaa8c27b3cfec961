package dev.prlease.core.claim;

import static dev.prlease.api.claim.ClaimReason.Code.BRANCH_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.HOST_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.KEY_MISMATCH;
import static dev.prlease.api.claim.ClaimReason.Code.NUMBER_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.OPERATION_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.OWNER_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.PROFILE_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.REMOTE_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.REPOSITORY_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.USER_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.WORKTREE_DIFFERS;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.ClaimTerms;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a request is that of a claim's exact owner (AC3): key, remote, operation, branch,
 * worktree, user and profile are the same. ASCII case is ignored only where forges ignore it: in
 * host, owner, repository and user.
 */
final class TermsRules {
  private TermsRules() {}

  /** All that differs, the key first; empty for the exact owner. */
  static List<ClaimReason> differences(LeaseRecord record, ClaimRequest request) {
    List<ClaimReason> all = new ArrayList<>(keyDifferences(record, request));
    record.claim().ifPresent(claim -> addDifferences(claim.terms(), request.terms(), all));
    return all;
  }

  /** What differs in the key. */
  static List<ClaimReason> keyDifferences(LeaseRecord record, ClaimRequest request) {
    if (record.key().equals(request.key())) {
      return List.of();
    }
    LeaseKey recorded = record.key().canonical();
    LeaseKey asked = request.key().canonical();
    List<ClaimReason> all = new ArrayList<>();
    compare(HOST_DIFFERS, recorded.host(), asked.host(), all);
    compare(OWNER_DIFFERS, owner(recorded), owner(asked), all);
    compare(REPOSITORY_DIFFERS, name(recorded), name(asked), all);
    compare(NUMBER_DIFFERS, Long.toString(recorded.number()), Long.toString(asked.number()), all);
    if (all.isEmpty()) {
      all.add(new ClaimReason(KEY_MISMATCH, request.key().toString(), record.key().toString()));
    }
    return all;
  }

  private static void addDifferences(ClaimTerms recorded, ClaimTerms asked, List<ClaimReason> all) {
    compare(
        REMOTE_DIFFERS,
        recorded.remote().name() + " at " + recorded.remote().url(),
        asked.remote().name() + " at " + asked.remote().url(),
        all);
    compare(OPERATION_DIFFERS, recorded.operation(), asked.operation(), all);
    compare(BRANCH_DIFFERS, recorded.branch(), asked.branch(), all);
    compare(WORKTREE_DIFFERS, recorded.worktree(), asked.worktree(), all);
    if (!isSameUser(recorded.claimant().user(), asked.claimant().user())) {
      all.add(new ClaimReason(USER_DIFFERS, recorded.claimant().user(), asked.claimant().user()));
    }
    compare(PROFILE_DIFFERS, recorded.claimant().profile(), asked.claimant().profile(), all);
  }

  private static void compare(
      ClaimReason.Code code, String recorded, String asked, List<ClaimReason> all) {
    if (!recorded.equals(asked)) {
      all.add(new ClaimReason(code, recorded, asked));
    }
  }

  /** Forges ignore the ASCII case of user names. */
  static boolean isSameUser(String one, String other) {
    if (one.length() != other.length()) {
      return false;
    }
    for (int i = 0; i < one.length(); i++) {
      if (folded(one.charAt(i)) != folded(other.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static char folded(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
  }

  private static String owner(LeaseKey key) {
    return key.repo().substring(0, key.repo().lastIndexOf('/'));
  }

  private static String name(LeaseKey key) {
    return key.repo().substring(key.repo().lastIndexOf('/') + 1);
  }
}

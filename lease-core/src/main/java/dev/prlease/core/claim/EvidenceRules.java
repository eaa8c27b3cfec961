package dev.prlease.core.claim;

import static dev.prlease.api.claim.ClaimReason.Code.COMPETING_CLAIM;
import static dev.prlease.api.claim.ClaimReason.Code.COMPETING_CLAIMS_UNKNOWN;
import static dev.prlease.api.claim.ClaimReason.Code.COMPETING_PULL_REQUEST;
import static dev.prlease.api.claim.ClaimReason.Code.HEADS_DIFFER;
import static dev.prlease.api.claim.ClaimReason.Code.LOCAL_HEAD_UNKNOWN;
import static dev.prlease.api.claim.ClaimReason.Code.PROCESS_DEAD;
import static dev.prlease.api.claim.ClaimReason.Code.PROCESS_UNKNOWN;
import static dev.prlease.api.claim.ClaimReason.Code.PROFILE_NOT_CONFIGURED;
import static dev.prlease.api.claim.ClaimReason.Code.PROFILE_UNKNOWN;
import static dev.prlease.api.claim.ClaimReason.Code.PULL_REQUESTS_UNKNOWN;
import static dev.prlease.api.claim.ClaimReason.Code.PULL_REQUEST_HEAD_DIFFERS;
import static dev.prlease.api.claim.ClaimReason.Code.REMOTE_BRANCH_MISSING;
import static dev.prlease.api.claim.ClaimReason.Code.REMOTE_HEAD_UNKNOWN;
import static dev.prlease.api.claim.ClaimReason.Code.REMOTE_MOVED;
import static dev.prlease.api.claim.ClaimReason.Code.REMOTE_UNKNOWN;
import static dev.prlease.api.claim.ClaimReason.Code.USER_NOT_LOGGED_IN;
import static dev.prlease.api.claim.ClaimReason.Code.USER_UNKNOWN;

import dev.prlease.api.LeaseRecord;
import dev.prlease.api.claim.ClaimEvidence;
import dev.prlease.api.claim.ClaimReason;
import dev.prlease.api.claim.ClaimRequest;
import dev.prlease.api.claim.Evidence;
import dev.prlease.api.claim.OwningPullRequest;
import dev.prlease.api.claim.ProcessState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether the evidence bears out a request (AC4 to AC8): every piece that is missing,
 * contradictory, or other than it must be, is a reason against it.
 */
final class EvidenceRules {
  private EvidenceRules() {}

  /** Why nobody may take the claim anew or over. */
  static List<ClaimReason> againstTaking(ClaimRequest request, ClaimEvidence evidence) {
    List<ClaimReason> all = againstWhoAsks(request, evidence);
    WorktreeRules.check(request, evidence.worktree(), WorktreeRules.Changes.ALLOWED, all);
    checkRemote(request, evidence, all);
    checkPullRequests(evidence, Optional.empty(), all);
    checkCompetingClaims(evidence, all);
    return all;
  }

  /** Why the exact owner may not renew: the same, and the work must stand as it was pushed. */
  static List<ClaimReason> againstRenewing(ClaimRequest request, ClaimEvidence evidence) {
    List<ClaimReason> all = againstWhoAsks(request, evidence);
    WorktreeRules.check(request, evidence.worktree(), WorktreeRules.Changes.REFUSED, all);
    checkRemote(request, evidence, all);
    checkHeads(request, evidence, all);
    checkPullRequests(evidence, evidence.localHead().value(), all);
    checkCompetingClaims(evidence, all);
    return all;
  }

  /** Why a live claim may not go on in another session: who asks, and where. */
  static List<ClaimReason> againstAdopting(ClaimRequest request, ClaimEvidence evidence) {
    List<ClaimReason> all = againstWhoAsks(request, evidence);
    WorktreeRules.check(request, evidence.worktree(), WorktreeRules.Changes.ALLOWED, all);
    return all;
  }

  private static List<ClaimReason> againstWhoAsks(ClaimRequest request, ClaimEvidence evidence) {
    List<ClaimReason> all = new ArrayList<>();
    String user = request.terms().claimant().user();
    Optional<String> loggedIn = evidence.user().value();
    if (loggedIn.isEmpty()) {
      all.add(unknown(USER_UNKNOWN, user + " logged in", evidence.user()));
    } else if (!TermsRules.isSameUser(loggedIn.get(), user)) {
      all.add(new ClaimReason(USER_NOT_LOGGED_IN, user + " logged in", loggedIn.get()));
    }
    String profile = "profile '" + request.terms().claimant().profile() + "'";
    Optional<String> configured = evidence.profile().value();
    if (configured.isEmpty()) {
      all.add(unknown(PROFILE_UNKNOWN, profile, evidence.profile()));
    } else if (!configured.get().equals(request.terms().claimant().profile())) {
      all.add(
          new ClaimReason(PROFILE_NOT_CONFIGURED, profile, "profile '" + configured.get() + "'"));
    }
    Optional<ProcessState> state = evidence.process().value();
    String alive = request.process() + " alive";
    if (state.isEmpty()) {
      all.add(unknown(PROCESS_UNKNOWN, alive, evidence.process()));
    } else if (state.get() != ProcessState.ALIVE) {
      all.add(new ClaimReason(PROCESS_DEAD, alive, state.get().toString()));
    }
    return all;
  }

  private static void checkRemote(
      ClaimRequest request, ClaimEvidence evidence, List<ClaimReason> all) {
    String wanted = request.terms().remote().url();
    String expected = request.terms().remote().name() + " at " + wanted;
    Optional<String> url = evidence.remoteUrl().value();
    if (url.isEmpty()) {
      all.add(unknown(REMOTE_UNKNOWN, expected, evidence.remoteUrl()));
    } else if (!url.get().equals(wanted)) {
      all.add(new ClaimReason(REMOTE_MOVED, expected, url.get()));
    }
  }

  private static void checkHeads(
      ClaimRequest request, ClaimEvidence evidence, List<ClaimReason> all) {
    String branch = request.terms().branch();
    Optional<String> local = evidence.localHead().value();
    if (local.isEmpty()) {
      all.add(unknown(LOCAL_HEAD_UNKNOWN, "the head of " + branch + " here", evidence.localHead()));
    }
    Optional<Optional<String>> remote = evidence.remoteHead().value();
    String there = "the head of " + branch + " in " + request.terms().remote().name();
    if (remote.isEmpty()) {
      all.add(unknown(REMOTE_HEAD_UNKNOWN, there, evidence.remoteHead()));
    } else if (remote.get().isEmpty()) {
      all.add(new ClaimReason(REMOTE_BRANCH_MISSING, there, "no such branch"));
    } else if (local.isPresent() && !local.equals(remote.get())) {
      all.add(
          new ClaimReason(
              HEADS_DIFFER, local.get() + " here and in the remote", remote.get().get()));
    }
  }

  /**
   * @param head what the claim's own pull request must have; empty if that does not matter, or is
   *     not known
   */
  private static void checkPullRequests(
      ClaimEvidence evidence, Optional<String> head, List<ClaimReason> all) {
    Optional<List<OwningPullRequest>> known = evidence.pullRequests().value();
    if (known.isEmpty()) {
      all.add(unknown(PULL_REQUESTS_UNKNOWN, "the issue's pull requests", evidence.pullRequests()));
      return;
    }
    int own = 0;
    for (OwningPullRequest each : known.get()) {
      boolean isOther = each.relation() != OwningPullRequest.Relation.OWN_BRANCH || ++own > 1;
      if (isOther) {
        all.add(
            new ClaimReason(
                COMPETING_PULL_REQUEST,
                "one pull request at most, of this branch",
                each.toString()));
      } else if (head.isPresent() && !head.get().equals(each.head())) {
        all.add(new ClaimReason(PULL_REQUEST_HEAD_DIFFERS, head.get(), each.toString()));
      }
    }
  }

  private static void checkCompetingClaims(ClaimEvidence evidence, List<ClaimReason> all) {
    Optional<List<LeaseRecord>> known = evidence.competingClaims().value();
    String none = "no other claim on the branch";
    if (known.isEmpty()) {
      all.add(unknown(COMPETING_CLAIMS_UNKNOWN, none, evidence.competingClaims()));
      return;
    }
    for (LeaseRecord each : known.get()) {
      all.add(new ClaimReason(COMPETING_CLAIM, none, ClaimReasons.describe(each)));
    }
  }

  static ClaimReason unknown(ClaimReason.Code code, String expected, Evidence<?> piece) {
    return new ClaimReason(code, expected, piece.describe() + " (" + piece.source() + ")");
  }
}

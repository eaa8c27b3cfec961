package dev.prlease.api.claim;

import dev.prlease.api.LeaseRecord;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * All that is known about a claim and a request for it, each piece by itself.
 *
 * @param recordedProcess whether the process in the record lives
 * @param recordedWorktree what is at the record's worktree
 * @param process whether the process of the request lives
 * @param worktree what is at the request's worktree
 * @param remoteUrl what the worktree calls the request's remote by that name
 * @param user who is logged in at the forge
 * @param profile the configured profile
 * @param localHead the commit at the branch's head here
 * @param remoteHead the commit at its head in the remote; known and empty if it has no such branch
 * @param pullRequests the open pull requests that own the issue
 * @param competingClaims live claims on the same branch, pending ones too; never the request's own
 *     key
 */
public record ClaimEvidence(
    Evidence<ProcessState> recordedProcess,
    Evidence<WorktreeState> recordedWorktree,
    Evidence<ProcessState> process,
    Evidence<WorktreeState> worktree,
    Evidence<String> remoteUrl,
    Evidence<String> user,
    Evidence<String> profile,
    Evidence<String> localHead,
    Evidence<Optional<String>> remoteHead,
    Evidence<List<OwningPullRequest>> pullRequests,
    Evidence<List<LeaseRecord>> competingClaims) {
  /** Refuses null. */
  public ClaimEvidence {
    Objects.requireNonNull(recordedProcess, "recordedProcess");
    Objects.requireNonNull(recordedWorktree, "recordedWorktree");
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(worktree, "worktree");
    Objects.requireNonNull(remoteUrl, "remoteUrl");
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(profile, "profile");
    Objects.requireNonNull(localHead, "localHead");
    Objects.requireNonNull(remoteHead, "remoteHead");
    Objects.requireNonNull(pullRequests, "pullRequests");
    Objects.requireNonNull(competingClaims, "competingClaims");
  }

  /** Where each piece comes from, in the order of the components. */
  public List<Provenance> provenance() {
    return List.of(
        Provenance.of("recorded-process", recordedProcess),
        Provenance.of("recorded-worktree", recordedWorktree),
        Provenance.of("process", process),
        Provenance.of("worktree", worktree),
        Provenance.of("remote-url", remoteUrl),
        Provenance.of("user", user),
        Provenance.of("profile", profile),
        Provenance.of("local-head", localHead),
        Provenance.of("remote-head", remoteHead),
        Provenance.of("pull-requests", pullRequests),
        competitors());
  }

  /** Their keys alone: a record would tell its whole story. */
  private Provenance competitors() {
    String found =
        competingClaims
            .value()
            .map(claims -> claims.stream().map(LeaseRecord::key).toList().toString())
            .orElseGet(competingClaims::describe);
    return Provenance.of(
        "competing-claims",
        new Evidence.Known<>(found, competingClaims.source(), competingClaims.at()));
  }
}

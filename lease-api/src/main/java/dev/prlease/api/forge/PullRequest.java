package dev.prlease.api.forge;

import dev.prlease.api.LeaseKey;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A pull request as its forge told it at one moment.
 *
 * @param key which one
 * @param title its title
 * @param url where people see it
 * @param state whether it is open
 * @param stage whether its author calls it ready
 * @param head what it would merge
 * @param base the branch that it would be merged into
 * @param mergeState what stands between it and a merge, by the forge's own account
 * @param route whether merges of its base go through a queue
 * @param review what its reviewers say
 * @param checks the checks of its head; none if there are none
 * @param autoMerge set if the forge will merge it by itself when it can
 * @param queue set if it is in a merge queue
 * @param merge set if it is merged
 */
public record PullRequest(
    LeaseKey key,
    String title,
    String url,
    State state,
    Stage stage,
    Head head,
    String base,
    MergeState mergeState,
    Route route,
    Review review,
    List<Check> checks,
    Optional<AutoMerge> autoMerge,
    Optional<QueueEntry> queue,
    Optional<Merge> merge) {
  /** Whether it is open. */
  public enum State {
    /** It is. */
    OPEN,
    /** It was closed without a merge. */
    CLOSED,
    /** It was merged. */
    MERGED
  }

  /** Whether its author calls it ready. */
  public enum Stage {
    /** Ready for review and merge. */
    READY,
    /** A draft: no forge merges it. */
    DRAFT
  }

  /** What stands between a pull request and its merge. */
  public enum MergeState {
    /** Nothing. */
    CLEAN,
    /** Nothing that is required, but some check has not passed. */
    UNSTABLE,
    /** Nothing; hooks will run. */
    HAS_HOOKS,
    /** Its head lacks commits of the base that the rules demand. */
    BEHIND,
    /** A rule: a required review or check, or another. */
    BLOCKED,
    /** It conflicts with its base. */
    DIRTY,
    /** It is a draft. */
    DRAFT,
    /** The forge does not know yet, or says what this program does not know. */
    UNKNOWN
  }

  /** How its base takes merges. */
  public enum Route {
    /** At once. */
    DIRECT,
    /** By a merge queue. */
    QUEUE
  }

  /** What the reviewers say. */
  public enum Review {
    /** Approved as the rules demand. */
    APPROVED,
    /** Somebody asks for changes. */
    CHANGES_REQUESTED,
    /** The rules demand a review, which is missing. */
    REQUIRED,
    /** The rules demand none. */
    NOT_REQUIRED,
    /** The forge says what this program does not know. */
    UNKNOWN
  }

  /**
   * What a pull request would merge.
   *
   * @param sha the commit, all of its hexadecimal digits
   * @param branch the branch's name, without {@code refs/heads/}
   * @param repository where the branch is; empty if that repository is gone
   */
  public record Head(String sha, String branch, Optional<RepositoryId> repository) {
    /** Refuses null. */
    public Head {
      Objects.requireNonNull(sha, "sha");
      Objects.requireNonNull(branch, "branch");
      Objects.requireNonNull(repository, "repository");
    }
  }

  /**
   * The forge will merge it by itself once the rules let it.
   *
   * @param method how
   * @param armedBy who said so; may be empty
   */
  public record AutoMerge(MergeMethod method, String armedBy) {}

  /**
   * A place in a merge queue.
   *
   * @param state the forge's own word, lower case
   * @param position 1 is next; 0 if it is not told
   */
  public record QueueEntry(String state, int position) {}

  /**
   * How it was merged.
   *
   * @param by who merged it; empty if it is not told
   * @param commit the commit on the base; empty if it is not told
   * @param at when
   */
  public record Merge(String by, String commit, Optional<Instant> at) {}

  /** Copies the checks; refuses null. */
  public PullRequest {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(stage, "stage");
    Objects.requireNonNull(head, "head");
    Objects.requireNonNull(base, "base");
    Objects.requireNonNull(mergeState, "mergeState");
    Objects.requireNonNull(route, "route");
    Objects.requireNonNull(review, "review");
    checks = List.copyOf(checks);
    Objects.requireNonNull(autoMerge, "autoMerge");
    Objects.requireNonNull(queue, "queue");
    Objects.requireNonNull(merge, "merge");
  }

  /** The repository that it would be merged into. */
  public RepositoryId repository() {
    return RepositoryId.of(key);
  }

  /** Whether its branch is in another repository than its base, or in none any more. */
  public boolean isFromFork() {
    return !head.repository().map(repository()::equals).orElse(false);
  }
}

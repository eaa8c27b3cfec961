package dev.prlease.gate;

import dev.prlease.api.forge.PullRequest;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What became of one try to merge, by what the pull request looked like afterwards: what the forge
 * said to the try itself is no proof (lessons L11, L57).
 */
public sealed interface MergeOutcome {
  /** It is merged, with the head that was to be. */
  record Merged(PullRequest.Merge merge) implements MergeOutcome {}

  /** It was merged before, or with another head, by whoever it says. */
  record AlreadyMerged(PullRequest.Merge merge) implements MergeOutcome {}

  /** It waits in a merge queue. Keep the lease (lesson L59). */
  record Queued(PullRequest.QueueEntry entry) implements MergeOutcome {}

  /** The forge will merge it by itself. Keep the lease (lesson L59). */
  record Armed(PullRequest.AutoMerge autoMerge) implements MergeOutcome {}

  /** Its head is another than the one that was to be merged; nothing was merged. */
  record HeadMoved(String expected, String found) implements MergeOutcome {}

  /** It is closed without a merge. */
  record Closed() implements MergeOutcome {}

  /** The forge refused, and would again. */
  record Refused(String why, String nextStep) implements MergeOutcome {}

  /** It is open still, for a reason that passes; what was not answered may be done yet. */
  record NotNow(String why, Optional<Instant> retryAt) implements MergeOutcome {}

  /** It could not be found out. Read the pull request before anything else is tried. */
  record Unknown(String why) implements MergeOutcome {}

  /** Whether the pull request is on its way: merged, or the forge will see to it. */
  default boolean isAccepted() {
    return this instanceof Merged
        || this instanceof AlreadyMerged
        || this instanceof Queued
        || this instanceof Armed;
  }

  /** For the audit: a word, and what belongs to it. */
  default Map<String, String> details() {
    Map<String, String> details = new LinkedHashMap<>();
    if (this instanceof Merged merged) {
      details.put("outcome", "merged");
      putMerge(details, merged.merge());
    } else if (this instanceof AlreadyMerged already) {
      details.put("outcome", "already-merged");
      putMerge(details, already.merge());
    } else if (this instanceof Queued queued) {
      details.put("outcome", "queued");
      details.put("queue_state", queued.entry().state());
    } else if (this instanceof Armed) {
      details.put("outcome", "armed");
    } else if (this instanceof HeadMoved moved) {
      details.put("outcome", "head-moved");
      details.put("found", moved.found());
    } else if (this instanceof Closed) {
      details.put("outcome", "closed");
    } else if (this instanceof Refused refused) {
      details.put("outcome", "refused");
      details.put("reason", refused.why());
    } else if (this instanceof NotNow later) {
      details.put("outcome", "not-now");
      details.put("reason", later.why());
    } else if (this instanceof Unknown unknown) {
      details.put("outcome", "unknown");
      details.put("reason", unknown.why());
    }
    return details;
  }

  private static void putMerge(Map<String, String> details, PullRequest.Merge merge) {
    details.put("merge_commit", merge.commit());
    details.put("merged_by", merge.by());
  }
}

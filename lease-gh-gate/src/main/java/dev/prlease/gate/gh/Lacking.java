package dev.prlease.gate.gh;

import java.util.Optional;

/** What an older server does not know, and is not asked for again. */
enum Lacking {
  /** Merge queues. */
  QUEUE,
  /** Auto-merge. */
  AUTO_MERGE,
  /** Which checks are required. */
  REQUIRED,
  /** Which event a workflow ran for. */
  EVENT;

  /** What lacks if {@code field} does; empty if nothing can be done without it. */
  static Optional<Lacking> by(String field) {
    return switch (field) {
      case "isMergeQueueEnabled", "mergeQueueEntry" -> Optional.of(QUEUE);
      case "autoMergeRequest" -> Optional.of(AUTO_MERGE);
      case "isRequired" -> Optional.of(REQUIRED);
      case "event", "workflowRun", "checkSuite", "startedAt", "databaseId" -> Optional.of(EVENT);
      default -> Optional.empty();
    };
  }
}

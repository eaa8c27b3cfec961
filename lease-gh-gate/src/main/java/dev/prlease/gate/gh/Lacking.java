package dev.prlease.gate.gh;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What an older server does not know, and is not asked for again. */
enum Lacking {
  /** Merge queues. */
  QUEUE("isMergeQueueEnabled", "mergeQueueEntry"),
  /** Auto-merge. */
  AUTO_MERGE("autoMergeRequest"),
  /** Which checks are required. */
  REQUIRED("isRequired"),
  /** Which event a workflow ran for. */
  EVENT("event", "workflowRun", "checkSuite", "startedAt");

  private final Set<String> fields;

  Lacking(String... fields) {
    this.fields = Set.of(fields);
  }

  /** What lacks if {@code field} does; empty if nothing can be done without it. */
  static Optional<Lacking> by(String field) {
    return EnumSet.allOf(Lacking.class).stream()
        .filter(lacking -> lacking.fields.contains(field))
        .findFirst();
  }
}

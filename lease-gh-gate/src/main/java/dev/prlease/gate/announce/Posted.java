package dev.prlease.gate.announce;

import dev.prlease.api.forge.Comment;
import java.util.Objects;
import java.util.Optional;

/**
 * What became of a notice.
 *
 * @param outcome what
 * @param comment the comment that tells of the lease now; empty if there is none
 */
public record Posted(Outcome outcome, Optional<Comment> comment) {
  /** Refuses null. */
  public Posted {
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(comment, "comment");
  }

  static Posted with(Outcome outcome, Comment comment) {
    return new Posted(outcome, Optional.of(comment));
  }

  /** What a notice became. */
  public enum Outcome {
    /** There was no comment: it was written. */
    CREATED,
    /** The comment that was there was edited. */
    EDITED,
    /** The comment that was there says so already. */
    UNCHANGED,
    /** The comment that was there tells of a later holding, and stays. */
    LATER,
    /** There is no comment, and none is needed to say that nobody holds the lease. */
    NONE,
    /** The comment that was to be edited was deleted: somebody did not want it. */
    GONE
  }
}

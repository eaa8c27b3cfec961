package dev.prlease.gate.push;

import dev.prlease.api.forge.RepositoryId;

/** What a push would do, as things were when it was asked for. */
public sealed interface PushPreview {
  /**
   * It would move a branch.
   *
   * @param repository whose
   * @param branch its whole name there
   * @param expected where it is, and must be
   * @param commit where it would be
   */
  record Would(RepositoryId repository, String branch, String expected, String commit)
      implements PushPreview {}

  /**
   * It would not, and end like this.
   *
   * @param outcome never {@link PushOutcome.Pushed}
   */
  record WouldNot(PushOutcome outcome) implements PushPreview {}
}

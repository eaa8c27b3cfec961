package dev.prlease.gate.push;

import dev.prlease.api.forge.RepositoryId;
import java.util.Optional;

/**
 * A push that moves the branch of one pull request, worked out and not yet done.
 *
 * @param remote a name or URL, as git is to be told
 * @param repository whose branch it is
 * @param source the local side, as git resolved it
 * @param target the branch's whole name over there
 * @param commit what is to be there
 * @param found what is there; empty if the branch is not there
 */
record PushPlan(
    String remote,
    RepositoryId repository,
    String source,
    String target,
    String commit,
    Optional<String> found) {
  /** The same with another commit of the same source. */
  PushPlan with(String other) {
    return new PushPlan(remote, repository, source, target, other, found);
  }

  /** For people. */
  String branch() {
    return target + " of " + repository;
  }
}

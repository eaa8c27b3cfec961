package dev.prlease.gate.guard;

import dev.prlease.api.forge.RepositoryId;
import java.util.List;
import java.util.Optional;

/** What a guard asks of a checkout. Answers are what git would go by, without any network. */
public interface Site {
  /** The branch that is checked out; empty if none is. */
  Optional<String> branch();

  /** The repositories that its remotes lead to, for fetching and for pushing. */
  List<RepositoryId> repositories();

  /**
   * Where a push to {@code remote} would go, a name or a URL; empty for the one that git would
   * take. No repository for what leads to no forge.
   */
  List<RepositoryId> pushed(Optional<String> remote);

  /**
   * The branches over there that a push to {@code remote} without refspecs may move; empty if that
   * cannot be told, as for the matching branches.
   */
  Optional<List<String>> usualBranches(Optional<String> remote);

  /** What the branch is compared with over there, which may bear another name. */
  Optional<String> upstream();

  /** The number of the pull request that the branch was checked out for, where git knows it. */
  Optional<Long> pullRequest();
}

package dev.prlease.gate.guard;

import dev.prlease.api.forge.RepositoryId;
import java.util.List;
import java.util.Optional;

/** What a guard asks of a checkout. Answers are what git would go by, without any network. */
public interface Site {
  /** The branch that is checked out; empty if none is. */
  Optional<String> branch();

  /**
   * The repositories that its remotes lead to, for fetching and for pushing, and those whose pull
   * requests gh was told to mean there.
   */
  List<RepositoryId> repositories();

  /**
   * Where a push to {@code remote} would go, a name or a URL; empty for the one that git would
   * take. No repository for what leads to no forge; empty if that cannot be told.
   */
  Optional<List<RepositoryId>> pushed(Optional<String> remote);

  /**
   * The references over there that a push to {@code remote} without refspecs may move; empty if
   * that cannot be told, as for the matching branches. Short ones are branches.
   */
  Optional<List<String>> usualTargets(Optional<String> remote);

  /**
   * The references over there that a push of {@code branch} by its name alone may move: the
   * configuration may send it elsewhere than to its own name.
   */
  List<String> targets(Optional<String> remote, String branch);

  /** What the branch is compared with over there, which may bear another name. */
  Optional<String> upstream();

  /** The number of the pull request that the branch was checked out for, where git knows it. */
  Optional<Long> pullRequest();
}

package dev.prlease.cli.command;

import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.guard.Site;
import java.util.List;
import java.util.Optional;

/** A checkout whose git is not waited for longer than for all other answers. */
record BoundedSite(Site site, HookLookups.Questions questions) implements Site {
  @Override
  public Optional<String> branch() {
    return site.branch();
  }

  @Override
  public List<RepositoryId> repositories() {
    return site.repositories();
  }

  /** Only here git is asked once more, and ssh: about a URL. */
  @Override
  public Optional<List<RepositoryId>> pushed(Optional<String> remote) {
    return questions.askGit(() -> site.pushed(remote));
  }

  @Override
  public Optional<List<String>> usualTargets(Optional<String> remote) {
    return site.usualTargets(remote);
  }

  @Override
  public List<String> targets(Optional<String> remote, String branch) {
    return site.targets(remote, branch);
  }

  @Override
  public Optional<String> upstream() {
    return site.upstream();
  }

  @Override
  public Optional<Long> pullRequest() {
    return site.pullRequest();
  }
}

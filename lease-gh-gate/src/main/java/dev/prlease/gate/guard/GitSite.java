package dev.prlease.gate.guard;

import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.checkout.Routes;
import java.util.List;
import java.util.Optional;

/** A checkout by its configuration. */
record GitSite(Routes routes) implements Site {
  @Override
  public Optional<String> branch() {
    return routes.branch();
  }

  @Override
  public List<RepositoryId> repositories() {
    return routes.repositories();
  }

  @Override
  public Optional<List<RepositoryId>> pushed(Optional<String> remote) {
    return remote.filter(name -> !routes.knows(name)).isPresent()
        ? Optional.empty()
        : Optional.of(routes.pushed(remote));
  }

  @Override
  public Optional<List<String>> usualTargets(Optional<String> remote) {
    return routes.usualTargets(remote);
  }

  @Override
  public List<String> targets(Optional<String> remote, String branch) {
    return routes.targets(remote, branch);
  }

  @Override
  public Optional<String> upstream() {
    return routes.upstream();
  }

  @Override
  public Optional<Long> pullRequest() {
    return routes.pullRequest();
  }
}

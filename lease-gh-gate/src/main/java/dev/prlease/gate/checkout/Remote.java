package dev.prlease.gate.checkout;

import dev.prlease.api.forge.RepositoryId;
import java.util.List;
import java.util.Optional;

/**
 * A remote of a checkout, its URLs rewritten as git does.
 *
 * @param name what it is called; the URL itself where it has no name
 * @param fetch what is fetched from; empty if it has no URL
 * @param push what is pushed to; several if it has several URLs for that
 */
public record Remote(String name, Optional<RemoteUrl> fetch, List<RemoteUrl> push) {
  /** Copies the URLs. */
  public Remote {
    push = List.copyOf(push);
  }

  /** The repository that it is: where it fetches from, else where it pushes to. */
  public Optional<RepositoryId> repository() {
    return fetch.flatMap(RemoteUrl::repository).or(this::pushRepository);
  }

  /** The repository that a push goes to; empty if that is none of a forge, or more than one. */
  public Optional<RepositoryId> pushRepository() {
    List<Optional<RepositoryId>> all = push.stream().map(RemoteUrl::repository).distinct().toList();
    return all.size() == 1 ? all.get(0) : Optional.empty();
  }
}

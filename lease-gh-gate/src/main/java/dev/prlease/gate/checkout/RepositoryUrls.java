package dev.prlease.gate.checkout;

import dev.prlease.api.forge.RepositoryId;
import dev.prlease.gate.git.Git;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Tells which repository of a forge a URL leads to, also by a name that SSH's configuration gives a
 * host. What {@code ssh} said of a name is kept.
 *
 * <p>Safe for use by several threads at once.
 */
public final class RepositoryUrls {
  private final SshAliases aliases;

  /** As the user sees it whose variables {@code environment} has. */
  public RepositoryUrls(Map<String, String> environment) {
    this.aliases = new SshAliases(new Git(Path.of("/"), environment));
  }

  /** The repository at {@code url}, which git has rewritten already; empty if it is of no forge. */
  public Optional<RepositoryId> at(String url) {
    return aliases.resolve(RemoteUrl.parse(url)).repository();
  }

  SshAliases aliases() {
    return aliases;
  }
}

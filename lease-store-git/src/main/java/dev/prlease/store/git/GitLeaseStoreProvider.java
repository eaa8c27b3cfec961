package dev.prlease.store.git;

import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;
import java.nio.file.Path;

/**
 * Opens stores in git remotes: {@code git:origin}, {@code git:https://…}, {@code git:ssh://…},
 * {@code git:git@host:path}, {@code git:/path}, {@code git:file:///path}.
 *
 * <p>A name is a remote of the checkout that the program runs in, or that the option {@code
 * checkout} names by an absolute path. After the last question mark come options: {@code
 * namespace}, {@code history}, {@code maxClockSkew}, {@code timeout}, see {@link GitStoreOptions}.
 */
public final class GitLeaseStoreProvider implements LeaseStoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public GitLeaseStoreProvider() {}

  @Override
  public String scheme() {
    return "git";
  }

  @Override
  public LeaseStore open(String location, StoreContext context) {
    GitLocation parsed = GitLocation.parse(location, context.environment());
    return GitLeaseStore.open(
        parsed.remote(),
        parsed.options(),
        parsed.checkout().orElseGet(() -> Path.of("").toAbsolutePath()),
        context);
  }
}

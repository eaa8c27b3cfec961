package dev.prlease.testkit.race;

import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;
import java.nio.file.Path;

/** Opens the broken store in processes of a race. */
public final class UnlockedStoreProvider implements LeaseStoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public UnlockedStoreProvider() {}

  @Override
  public String scheme() {
    return "unlocked";
  }

  @Override
  public LeaseStore open(String location, StoreContext context) {
    return new UnlockedStore(Path.of(location));
  }
}

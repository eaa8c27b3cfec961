package dev.prlease.cli;

import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;
import dev.prlease.store.memory.InMemoryLeaseStore;

/** A plugin: {@code test:} is a store of its own for each call. */
public final class TestStoreProvider implements LeaseStoreProvider {
  @Override
  public String scheme() {
    return "test";
  }

  @Override
  public LeaseStore open(String location, StoreContext context) {
    return new InMemoryLeaseStore(context.scheduler());
  }
}

package dev.prlease.cli;

import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.FaultyLeaseStore;

/**
 * A plugin: {@code test:} is a store of its own for each call; {@code test:bare} can do no more
 * than it must.
 */
public final class TestStoreProvider implements LeaseStoreProvider {
  @Override
  public String scheme() {
    return "test";
  }

  @Override
  public LeaseStore open(String location, StoreContext context) {
    LeaseStore store = new InMemoryLeaseStore(context.scheduler());
    return location.equals("bare") ? new FaultyLeaseStore(store, context.scheduler()) : store;
  }
}

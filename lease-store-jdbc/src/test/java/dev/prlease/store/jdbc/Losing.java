package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import java.time.Duration;
import java.util.List;

/** A store behind a proxy that ends with it. */
record Losing(LeaseStore store, Proxy proxy) implements LeaseStore {
  @Override
  public LeaseSlot load(LeaseKey key) {
    return store.load(key);
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    return store.compareAndExchange(key, expected, change);
  }

  @Override
  public List<ListedSlot> list(LeaseFilter filter) {
    return store.list(filter);
  }

  @Override
  public String location() {
    return store.location();
  }

  @Override
  public Duration lateWriteBound() {
    return store.lateWriteBound();
  }

  @Override
  public void close() {
    store.close();
    proxy.close();
  }
}

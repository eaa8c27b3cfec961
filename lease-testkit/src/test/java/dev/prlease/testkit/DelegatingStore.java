package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.LoadResult;
import java.util.List;

/** Passes everything on; a broken store overrides the one thing that it does wrong. */
abstract class DelegatingStore implements LeaseStore {
  final LeaseStore store;

  DelegatingStore(LeaseStore store) {
    this.store = store;
  }

  @Override
  public LeaseSlot load(LeaseKey key) {
    return store.load(key);
  }

  @Override
  public List<LoadResult> loadAll(List<LeaseKey> keys) {
    return store.loadAll(keys);
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    return store.compareAndExchange(key, expected, change);
  }

  @Override
  public List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
    return store.exchangeAll(requests);
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
  public void close() {
    store.close();
  }
}

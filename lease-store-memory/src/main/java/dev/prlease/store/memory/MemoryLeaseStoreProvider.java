package dev.prlease.store.memory;

import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LeaseStoreProvider;
import dev.prlease.spi.StoreContext;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Opens {@code memory:name}.
 *
 * <p>All stores of one name that were opened through the same provider object share their slots for
 * as long as that provider lives, closed or not; two provider objects share nothing, so nothing is
 * global. {@code memory:}, without a name, is a store of its own each time.
 *
 * <p>Safe for use by several threads at once.
 */
public final class MemoryLeaseStoreProvider implements LeaseStoreProvider {
  private final ConcurrentHashMap<String, MemorySlots> slotsByName = new ConcurrentHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public MemoryLeaseStoreProvider() {}

  @Override
  public String scheme() {
    return "memory";
  }

  @Override
  public LeaseStore open(String location, StoreContext context) {
    MemorySlots slots =
        location.isEmpty()
            ? new MemorySlots()
            : slotsByName.computeIfAbsent(location, name -> new MemorySlots());
    return new InMemoryLeaseStore(location, slots, context.scheduler()::execute);
  }
}

package dev.prlease.store.memory;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collectable;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.Registration;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.Watchable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Keeps leases in the memory of this JVM, for as long as somebody refers to them.
 *
 * <p>It excludes threads from each other, never processes: for hosts whose sessions all live in one
 * JVM, and for tests. Nothing in it can be unreadable, so nothing is ever archived. Each key that
 * was ever leased keeps a small entry with its last fence, so that fences grow; a host that leases
 * keys without end collects them now and then ({@link Collectable}).
 *
 * <p>Safe for use by several threads at once; no call blocks.
 */
public final class InMemoryLeaseStore implements LeaseStore, Watchable, Collectable {
  private final String name;
  private final MemorySlots slots;
  private final Executor listeners;
  private volatile boolean closed;

  /**
   * A store of its own, shared with nobody else. Watchers are called by the thread that made the
   * change, right after it.
   */
  public InMemoryLeaseStore() {
    this("", new MemorySlots(), Runnable::run);
  }

  /** A store of its own whose watchers are called by {@code scheduler}, which stays the host's. */
  public InMemoryLeaseStore(Scheduler scheduler) {
    this("", new MemorySlots(), scheduler::execute);
  }

  InMemoryLeaseStore(String name, MemorySlots slots, Executor listeners) {
    this.name = name;
    this.slots = slots;
    this.listeners = listeners;
  }

  @Override
  public LeaseSlot load(LeaseKey key) {
    checkOpen(Optional.of(key));
    return slots.get(key);
  }

  @Override
  public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
    checkOpen(Optional.of(key));
    return slots.exchange(key, expected, change);
  }

  @Override
  public List<ListedSlot> list(LeaseFilter filter) {
    checkOpen(Optional.empty());
    return slots.list(filter);
  }

  @Override
  public Collected collect(CollectRequest request) {
    checkOpen(Optional.empty());
    return slots.collect(request);
  }

  @Override
  public Registration watch(LeaseKey key, Runnable onChange) {
    checkOpen(Optional.of(key));
    return slots.watch(key, onChange, listeners);
  }

  @Override
  public String location() {
    return "memory:" + name;
  }

  /** Ends this opening; others of the same name, and the leases, stay. */
  @Override
  public void close() {
    closed = true;
  }

  private void checkOpen(Optional<LeaseKey> key) {
    if (closed) {
      throw new LeaseStoreException(
          key, "store " + location() + " is closed", "Open the store again.", null);
    }
  }

  @Override
  public String toString() {
    return location();
  }
}

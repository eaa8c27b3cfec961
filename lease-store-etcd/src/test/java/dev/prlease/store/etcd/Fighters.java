package dev.prlease.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.SystemClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Threads that fight for a few keys, each through a store of its own, while something happens to
 * the cluster. Whoever was granted a lease is entered as the owner, and taken out before it is
 * given back: if somebody is there already, there were two. A lease that is gone while nobody gave
 * it back was lost, and a fence that does not grow is one that rose from the dead.
 *
 * <p>The TTL is longer than the fight: nothing expires.
 */
final class Fighters implements AutoCloseable {
  private static final Ttl TTL = Ttl.ofSeconds(3_600);
  private static final int KEYS = 3;

  private final int count;
  private final List<LeaseStore> stores = new ArrayList<>();
  private final List<LeaseManager> managers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Map<LeaseKey, SessionId> owners = new ConcurrentHashMap<>();
  private final Map<LeaseKey, Fence> fences = new ConcurrentHashMap<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final AtomicInteger grants = new AtomicInteger();
  private final AtomicInteger troubles = new AtomicInteger();
  private volatile boolean over;

  Fighters(int count, Supplier<LeaseStore> opener) {
    this.count = count;
    for (int i = 0; i < count; i++) {
      LeaseStore store = opener.get();
      stores.add(store);
      managers.add(
          LeaseManager.on(store)
              .clock(new SystemClock())
              .scheduler(Engine.context().scheduler())
              .build());
    }
  }

  void start() {
    for (int i = 0; i < count; i++) {
      int number = i;
      Thread thread = new Thread(() -> fight(number), "fighter-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /** How many leases were granted so far. */
  int grants() {
    return grants.get();
  }

  /** How many calls had no answer of use so far. */
  int troubles() {
    return troubles.get();
  }

  /** Comes back when {@code more} were granted, or when one has failed. */
  void awaitGrants(int more) {
    int goal = grants() + more;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (grants() < goal && failure().isEmpty()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError(
            "no " + more + " grants within a minute, and " + troubles() + " troubles");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private static SessionId session(int number) {
    return SessionId.of("fighter-" + number);
  }

  private void fight(int number) {
    try {
      for (int i = number; !over; i++) {
        once(number, LeaseKey.pullRequest("acme/fight", 1 + i % KEYS));
      }
    } catch (Throwable failure) {
      synchronized (failures) {
        failures.add(failure);
      }
    }
  }

  private void once(int number, LeaseKey key) {
    PrLease lease;
    try {
      lease = managers.get(number).acquire(key, session(number), TTL);
    } catch (AlreadyHeldException held) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      return;
    } catch (LeaseStoreException trouble) {
      troubles.incrementAndGet();
      return;
    }
    SessionId other = owners.putIfAbsent(key, session(number));
    assertThat(other).as("who else owns %s with fence %s", key, lease.fence()).isNull();
    Fence before = fences.getOrDefault(key, Fence.NONE);
    assertThat(lease.fence()).as("the fence of %s, after %s", key, before).isGreaterThan(before);
    fences.put(key, lease.fence());
    grants.incrementAndGet();
    for (int i = 0; i < 2; i++) {
      act(i == 0 ? lease::assertOwned : lease::renew);
    }
    owners.remove(key);
    release(number, key, lease);
  }

  /** Fails if the lease is not ours any more; that nobody knows is trouble. */
  private void act(Runnable act) {
    try {
      act.run();
    } catch (LeaseStoreException trouble) {
      troubles.incrementAndGet();
    }
  }

  private void release(int number, LeaseKey key, PrLease lease) {
    try {
      lease.release();
      return;
    } catch (LeaseStoreException trouble) {
      troubles.incrementAndGet();
    }
    while (!over) {
      try {
        managers.get(number).releaseSession(key, session(number));
        return;
      } catch (LeaseStoreException trouble) {
        troubles.incrementAndGet();
      }
    }
  }

  private Optional<Throwable> failure() {
    synchronized (failures) {
      return failures.stream().findFirst();
    }
  }

  /** Ends the fight, and demands that nothing went wrong. */
  void end() throws InterruptedException {
    over = true;
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure().isPresent()) {
      throw new AssertionError(
          "after " + grants() + " grants and " + troubles() + " troubles: " + failure().get(),
          failure().get());
    }
    for (Map.Entry<LeaseKey, Fence> each : fences.entrySet()) {
      for (int i = 0; i < count; i++) {
        managers.get(i).releaseSession(each.getKey(), session(i));
      }
      LeaseSlot slot = stores.get(0).load(each.getKey());
      assertThat(slot).as("the slot in the end").isInstanceOf(LeaseSlot.Vacant.class);
      assertThat(slot.fence()).as("its fence").isGreaterThanOrEqualTo(each.getValue());
    }
  }

  @Override
  public void close() {
    over = true;
    managers.forEach(LeaseManager::close);
    stores.forEach(LeaseStore::close);
  }
}

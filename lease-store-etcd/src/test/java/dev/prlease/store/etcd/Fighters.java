package dev.prlease.store.etcd;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.Ttl;
import dev.prlease.spi.LeaseStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Fighters that are threads, each with a store of its own. */
final class Fighters implements AutoCloseable {
  private final List<Fighter> fighters = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final ConcurrentLinkedQueue<Note> notes = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

  /** One a store, with {@code ttl}. */
  Fighters(String name, List<? extends LeaseStore> stores, Ttl ttl, long seed) {
    for (LeaseStore store : stores) {
      int number = fighters.size();
      fighters.add(new Fighter(name + number, store, ttl, seed + number, notes::add));
    }
  }

  void start() {
    for (Fighter fighter : fighters) {
      Thread thread = new Thread(() -> fight(fighter), "fighter-" + threads.size());
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  private void fight(Fighter fighter) {
    try {
      fighter.fight();
    } catch (Throwable failure) {
      failures.add(failure);
    }
  }

  /** How many leases were granted so far. */
  int grants() {
    return fighters.stream().mapToInt(Fighter::grants).sum();
  }

  /** How many calls had no answer of use so far. */
  int troubles() {
    return fighters.stream().mapToInt(Fighter::troubles).sum();
  }

  /** Comes back when {@code more} were granted, or when one has failed. */
  void awaitGrants(int more) {
    int goal = grants() + more;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (grants() < goal && failures.isEmpty()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError(
            "no " + more + " grants within a minute, and " + troubles() + " troubles");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  /** Ends the fight, and demands that none of them saw anything wrong. */
  void end() throws InterruptedException {
    fighters.forEach(Fighter::stop);
    for (Thread thread : threads) {
      thread.join();
    }
    Optional<Throwable> failure = failures.stream().findFirst();
    if (failure.isPresent()) {
      throw new AssertionError(
          "after " + grants() + " grants and " + troubles() + " troubles: " + failure.get(),
          failure.get());
    }
    fighters.forEach(Fighter::close); // what is yet to be given back is, or is noted as unknown
  }

  /** All that they noted. */
  List<Note> notes() {
    return List.copyOf(notes);
  }

  /** Checks what they noted against what etcd has; after {@link #end}. */
  FightCheck.Result check(EtcdEndpoint endpoint, String prefix) {
    return check(endpoint, prefix, this::notes);
  }

  /** The same for notes of others. */
  static FightCheck.Result check(EtcdEndpoint endpoint, String prefix, Supplier<List<Note>> notes) {
    FightCheck.Result result = FightCheck.Result.NONE;
    for (int i = 0; i < Fighter.KEYS; i++) {
      LeaseKey key = Fighter.key(i);
      List<LeaseSlot> slots = SlotHistory.read(endpoint, prefix, key);
      result = result.plus(FightCheck.check(key, notes.get(), slots));
    }
    return result;
  }

  @Override
  public void close() {
    fighters.forEach(Fighter::close);
  }
}

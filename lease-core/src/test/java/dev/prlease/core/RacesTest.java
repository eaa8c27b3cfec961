package dev.prlease.core;

import static dev.prlease.core.World.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.Ttl;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Real threads that acquire, attach, keep, renew and close while the manager is closed under them:
 * each keeper that was started ends once and tells it once, and nothing stays held.
 */
final class RacesTest {
  private static final int ROUNDS = 150;
  private static final int THREADS = 4;
  private static final int KEYS = 3;
  private static final Ttl TTL = Ttl.ofSeconds(60);

  /** Counts what it is told of one keeper. */
  private static final class Counting implements LeaseListener {
    final AtomicInteger ends = new AtomicInteger();
    final AtomicInteger renewalsAfterTheEnd = new AtomicInteger();

    @Override
    public void renewed(Instant expiresAt) {
      renewalsAfterTheEnd.addAndGet(ends.get());
    }

    @Override
    public void ended(LeaseEnd end) {
      ends.incrementAndGet();
    }
  }

  /** What the audit is told, some of it slowly. */
  private static final class Told implements AuditSink {
    private final List<AuditEvent> events = new ArrayList<>(); // guarded by this

    @Override
    public void record(AuditEvent event) {
      if (event.type() == AuditEvent.Type.RENEWED) {
        for (int i = 0; i < 2000; i++) {
          Thread.onSpinWait();
        }
      }
      synchronized (this) {
        events.add(event);
      }
    }

    /**
     * By grants, whose writes are in turn. Of two handles of one holding one may have written a
     * renewal and not told it yet when the other, the last to be closed, tells of the release.
     */
    synchronized void assertNothingIsRenewedAfterItsRelease() {
      Set<String> released = new HashSet<>();
      for (AuditEvent event : events) {
        String grant = event.key() + " " + event.grantId();
        if (event.type() == AuditEvent.Type.RELEASED) {
          released.add(grant);
        }
        if (event.type() == AuditEvent.Type.RENEWED) {
          assertThat(released).as("what was released before %s", event).doesNotContain(grant);
        }
      }
    }

    @Override
    public Durability durability() {
      return Durability.BEST_EFFORT;
    }

    @Override
    public void close() {}
  }

  private record Kept(Keeper keeper, Counting listener) {}

  @Test
  void L29_L33_L52_a_manager_that_is_closed_under_its_users_leaves_nothing_and_tells_each_end_once()
      throws Exception {
    long seed = System.nanoTime();
    System.out.println("RacesTest seed " + seed);
    Random seeds = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      closeUnderUsers(seeds);
    }
  }

  private static void closeUnderUsers(Random seeds) throws Exception {
    TestStore store = new TestStore();
    Told told = new Told();
    LeaseManager manager = LeaseManager.on(store).audit(told).build();
    ConcurrentLinkedQueue<Kept> kept = new ConcurrentLinkedQueue<>();
    // A handle that a user drops and that is collected is abandoned, which leaves its lease held.
    ConcurrentLinkedQueue<PrLease> reachable = new ConcurrentLinkedQueue<>();
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    CyclicBarrier start = new CyclicBarrier(THREADS + 1);
    List<Thread> users = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      long seed = seeds.nextLong();
      Thread user =
          new Thread(
              () -> {
                try {
                  start.await();
                  use(manager, new Random(seed), kept, reachable);
                } catch (LeaseException | IllegalStateException closed) {
                  // What users are told when the manager is closed, or another freed their lease.
                } catch (Throwable unexpected) {
                  failures.add(unexpected);
                }
              });
      user.start();
      users.add(user);
    }
    int spins = seeds.nextInt(20_000);
    start.await();
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
    }
    manager.close();
    for (Thread user : users) {
      user.join();
    }
    assertThat(failures).isEmpty();
    told.assertNothingIsRenewedAfterItsRelease();
    for (Kept each : kept) {
      assertThat(each.keeper().end()).as("the end of a keeper").isPresent();
      assertThat(each.listener().ends.get()).as("ends that were told").isEqualTo(1);
      assertThat(each.listener().renewalsAfterTheEnd.get()).isZero();
    }
    for (int key = 1; key <= KEYS; key++) {
      assertThat(store.peek(key(key))).isInstanceOf(LeaseSlot.Vacant.class);
    }
    assertThat(reachable).allSatisfy(lease -> assertThat(lease.remaining()).isZero());
  }

  private static LeaseKey key(int number) {
    return LeaseKey.pullRequest("acme/app", number);
  }

  private static void keep(PrLease lease, ConcurrentLinkedQueue<Kept> kept) {
    Counting listener = new Counting();
    try {
      kept.add(new Kept(lease.keepAlive(KeepAliveOptions.DEFAULTS, listener), listener));
    } catch (IllegalStateException keptAlready) {
      // Another thread keeps it.
    }
  }

  private static void use(
      LeaseManager manager,
      Random random,
      ConcurrentLinkedQueue<Kept> kept,
      ConcurrentLinkedQueue<PrLease> reachable) {
    List<PrLease> leases = new ArrayList<>();
    for (int step = 0; step < 200; step++) {
      LeaseKey key = key(1 + random.nextInt(KEYS));
      if (leases.isEmpty()) {
        leases.add(held(manager.acquire(key, A, TTL), reachable));
      }
      int choice = random.nextInt(6);
      PrLease lease = leases.get(random.nextInt(leases.size()));
      if (choice <= 1) {
        leases.add(held(manager.acquire(key, A, TTL), reachable));
      } else if (choice == 2) {
        keep(lease, kept);
      } else if (choice == 3) {
        lease.renew();
      } else if (choice == 4) {
        leases.add(held(manager.attach(lease.key(), A), reachable));
      } else {
        lease.close();
        leases.remove(lease);
      }
    }
  }

  private static PrLease held(PrLease lease, ConcurrentLinkedQueue<PrLease> reachable) {
    reachable.add(lease);
    return lease;
  }
}

package dev.prlease.store.etcd;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.ContentionException;
import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Clock;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.SystemClock;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Takes a few keys in turn, whatever happens to the cluster meanwhile, asserts and renews what it
 * got, gives it back, and notes it all. Now and then it keeps a short lease until it is over, and
 * never gives that back. Which writes were made is noted by its store; what is wrong with all of it
 * says {@link FightCheck}.
 */
final class Fighter implements AutoCloseable {
  /** How many keys are fought for. */
  static final int KEYS = 3;

  private static final int LONGEST_SHORT = 60;

  private final SessionId session;
  private final Ttl ttl;
  private final Consumer<Note> notes;
  private final Random random;
  private final Clock clock = new SystemClock();
  private final LeaseStore store;
  private final LeaseManager manager;
  private final AtomicInteger grants = new AtomicInteger();
  private final AtomicInteger troubles = new AtomicInteger();
  private volatile boolean over;

  Fighter(String name, LeaseStore store, Ttl ttl, long seed, Consumer<Note> notes) {
    this.session = SessionId.of(name);
    this.ttl = ttl;
    this.notes = notes;
    this.random = new Random(seed);
    this.store = new NotingStore(store, session, notes);
    this.manager =
        LeaseManager.on(this.store).clock(clock).scheduler(Engine.context().scheduler()).build();
  }

  static LeaseKey key(int number) {
    return LeaseKey.pullRequest("acme/fight", 1 + Math.floorMod(number, KEYS));
  }

  int grants() {
    return grants.get();
  }

  /** How many calls had no answer of use. */
  int troubles() {
    return troubles.get();
  }

  /** It is to end soon. */
  void stop() {
    over = true;
  }

  /** Fights until it is stopped. */
  void fight() {
    for (int i = random.nextInt(KEYS); !over; i++) {
      once(key(i));
    }
  }

  private void once(LeaseKey key) {
    PrLease lease;
    try {
      lease = manager.acquire(key, session, ttl);
    } catch (AlreadyHeldException | ContentionException held) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1 + random.nextInt(3)));
      return;
    } catch (LeaseExpiredException | LeaseStoreException trouble) {
      troubles.incrementAndGet();
      return;
    }
    grants.incrementAndGet();
    Instant from = clock.now();
    boolean kept = act(lease);
    Instant until = earlier(clock.now(), lease.expiresAt());
    notes.accept(new Note.Owned(key, session, lease.fence(), from, until));
    if (kept) {
      release(key, lease);
    }
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  /** Whether there is anything left to give back. */
  private boolean act(PrLease lease) {
    for (int i = 0; i < 2; i++) {
      try {
        if (i == 0) {
          lease.assertOwned();
        } else {
          lease.renew();
        }
      } catch (LeaseStoreException trouble) {
        troubles.incrementAndGet();
      } catch (NotOwnerException | LeaseExpiredException gone) {
        return ended(lease, gone);
      }
    }
    if (ttl.seconds() <= LONGEST_SHORT && random.nextInt(25) == 0) {
      while (!over && !lease.remaining().isZero()) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
      return false;
    }
    return true;
  }

  private boolean ended(PrLease lease, LeaseException gone) {
    if (clock.now().isBefore(lease.expiresAt())) {
      throw new AssertionError(
          lease.key() + ": " + session + " lost its lease before its time was over: " + gone, gone);
    }
    return false;
  }

  private void release(LeaseKey key, PrLease lease) {
    try {
      lease.release();
      return;
    } catch (LeaseStoreException trouble) {
      troubles.incrementAndGet();
    }
    while (!over) {
      try {
        manager.releaseSession(key, session);
        return;
      } catch (LeaseStoreException trouble) {
        troubles.incrementAndGet();
      }
    }
  }

  @Override
  public void close() {
    stop();
    manager.close();
    store.close();
  }
}

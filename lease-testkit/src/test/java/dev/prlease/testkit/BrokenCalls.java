package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Stores that do not end a call, or themselves, as they must. */
final class BrokenCalls {
  private BrokenCalls() {}

  /** L45: an interrupt ends an operation. */
  static final class GivesUpWhenInterrupted extends DelegatingStore {
    GivesUpWhenInterrupted(LeaseStore store) {
      super(store);
    }

    @Override
    public LeaseSlot load(LeaseKey key) {
      if (Thread.currentThread().isInterrupted()) {
        throw new LeaseStoreException(Optional.of(key), "interrupted", "Try again.", null);
      }
      return store.load(key);
    }
  }

  /** The interrupt is swallowed. */
  static final class SwallowsInterrupt extends DelegatingStore {
    SwallowsInterrupt(LeaseStore store) {
      super(store);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      boolean unused = Thread.interrupted();
      return store.compareAndExchange(key, expected, change);
    }
  }

  /** An interrupt ends the wait for the lock. */
  static final class GivesUpWaiting extends ReferenceStore {
    GivesUpWaiting(Place place) {
      super(place);
    }

    @Override
    protected LeaseSlot get(LeaseKey key) {
      while (place.isTaken()) {
        LockSupport.parkNanos(1_000_000);
        if (Thread.currentThread().isInterrupted()) {
          throw new LeaseStoreException(Optional.of(key), "gave up waiting", "Try again.", null);
        }
      }
      return super.get(key);
    }
  }

  /** Closing does nothing. */
  static final class StaysOpen extends DelegatingStore {
    StaysOpen(LeaseStore store) {
      super(store);
    }

    @Override
    public void close() {}
  }

  /** L37: a lost answer is reported as if nothing had been written. */
  static final class DeniesLostAnswers extends DelegatingStore {
    DeniesLostAnswers(LeaseStore store) {
      super(store);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      try {
        return store.compareAndExchange(key, expected, change);
      } catch (LeaseStoreException unknown) {
        throw new LeaseStoreException(Optional.of(key), "it failed", "Try again.", unknown);
      }
    }
  }
}

package dev.prlease.bench;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.core.StoreProviders;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;

/** Leases as a host takes them: by a manager, which asks the store for the time. */
final class Leases {
  private static final SessionId SESSION = SessionId.of("bench");

  private final LeaseManager manager;

  Leases(LeaseStore store) {
    this.manager = LeaseManager.on(store).build();
  }

  /** The store at {@code location}. */
  static LeaseStore open(String location) {
    return StoreProviders.discover()
        .open(
            location,
            new StoreContext(new SystemClock(), new ThreadPoolScheduler(), System.getenv()));
  }

  void acquireAndRelease(String repo, long number) {
    acquire(repo, number).release();
  }

  void acquireAssertAndRelease(String repo, long number) {
    PrLease lease = acquire(repo, number);
    lease.assertOwned();
    lease.release();
  }

  /** Leaves one held. */
  void hold(String repo, long number) {
    acquire(repo, number).detach();
  }

  private PrLease acquire(String repo, long number) {
    return manager.acquire(LeaseKey.pullRequest(repo, number), SESSION, Ttl.DEFAULT);
  }
}

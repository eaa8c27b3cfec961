package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** A host with a store and a manager of its own, some of whose sessions want the same leases. */
final class FaultyHost implements AutoCloseable {
  /** Short, so that leases run out while the server is away. */
  static final Ttl TTL = Ttl.ofSeconds(3);

  private final String name;
  private final JdbcLeaseStore store;
  private final LeaseManager manager;
  private final OwnershipJournal journal;
  private final List<LeaseKey> keys;

  FaultyHost(String name, JdbcLeaseStore store, OwnershipJournal journal, List<LeaseKey> keys) {
    this.name = name;
    this.store = store;
    this.manager = LeaseManager.on(store).build();
    this.journal = journal;
    this.keys = keys;
  }

  /** One session after another until {@code over}: what a program does that wants a lease. */
  int run(Random random, int thread, AtomicBoolean over) {
    int granted = 0;
    for (int i = 0; !over.get(); i++) {
      SessionId session = SessionId.of(name + "-" + thread + "-" + i);
      LeaseKey key = keys.get(random.nextInt(keys.size()));
      try {
        if (manager.tryAcquire(key, session, TTL) instanceof Acquisition.Granted grant) {
          granted++;
          hold(grant.lease(), random);
        }
      } catch (LeaseStoreException failed) {
        journal.failed(failed);
      } catch (LeaseException contended) {
        journal.count("calls given up as contended");
      }
    }
    return granted;
  }

  private void hold(PrLease lease, Random random) {
    try {
      for (int looks = random.nextInt(8); looks >= 0; looks--) {
        lease.assertOwned();
        journal.inside(lease, random.nextInt(20));
        if (random.nextInt(3) == 0) {
          lease.renew();
        }
      }
      if (random.nextInt(5) > 0) {
        lease.release();
        journal.released(lease);
      } else {
        journal.count("holdings left to run out");
        lease.detach();
      }
    } catch (NotOwnerException lost) {
      journal.lost(lease, lost);
    } catch (LeaseExpiredException late) {
      journal.count("holdings that ran out meanwhile");
    } catch (LeaseStoreException failed) {
      journal.failed(failed);
      giveUp(lease);
    }
  }

  private void giveUp(PrLease lease) {
    try {
      lease.release();
      journal.released(lease);
    } catch (LeaseException stillFailing) {
      journal.count("releases that failed");
    }
  }

  @Override
  public void close() {
    manager.close();
    store.close();
  }
}

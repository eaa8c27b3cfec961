package dev.prlease.core;

import static dev.prlease.core.World.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.Ttl;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** P11: thousands of leases are kept by one timer thread and a bounded pool, of the real kind. */
final class ThreadsTest {
  private static final int LEASES = 5_000;

  private static Set<Thread> threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(name))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static Set<Thread> threadsBut(Set<Thread> before, String name) {
    Set<Thread> after = threads(name);
    after.removeAll(before);
    return after;
  }

  @Test
  void P11_thousands_of_leases_have_one_timer_thread_and_no_more_than_the_pool() throws Exception {
    Set<Thread> before = threads("prlease-");
    CountDownLatch renewals = new CountDownLatch(LEASES);
    List<PrLease> leases = new ArrayList<>(); // one that is collected is kept no more
    int most = 0;
    try (LeaseManager manager = LeaseManager.on(new TestStore()).build()) {
      for (int i = 0; i < LEASES; i++) {
        PrLease lease =
            manager.acquire(LeaseKey.pullRequest("acme/app", i + 1), A, Ttl.ofSeconds(3));
        leases.add(lease);
        lease.keepAlive(
            KeepAliveOptions.DEFAULTS,
            new LeaseListener() {
              @Override
              public void renewed(Instant expiresAt) {
                renewals.countDown();
              }
            });
      }
      while (renewals.getCount() > 0) {
        List<Thread> pool = List.copyOf(threadsBut(before, "prlease-pool"));
        most = Math.max(most, pool.size());
        assertThat(threadsBut(before, "prlease-timer")).hasSize(1);
        Thread.onSpinWait();
      }
      leases.forEach(PrLease::assertOwned);
    }
    assertThat(most).isBetween(1, ThreadPoolScheduler.DEFAULT_POOL_SIZE);
    assertThat(threadsBut(before, "prlease-").size())
        .as("by all names")
        .isLessThanOrEqualTo(1 + ThreadPoolScheduler.DEFAULT_POOL_SIZE);
  }
}

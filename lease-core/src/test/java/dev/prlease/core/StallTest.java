package dev.prlease.core;

import static dev.prlease.core.World.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.Ttl;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LoadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** P11: a store that stood still for a while is used as before when it goes on. */
final class StallTest {
  private static final int LEASES = 200;
  private static final Ttl TTL = Ttl.ofSeconds(600);

  private final class StallingStore extends TestStore {
    private final List<Integer> looked = new ArrayList<>(); // guarded by this

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // what stalls must not hold the lock
    public LeaseSlot load(LeaseKey key) {
      stallIfSo();
      return super.load(key);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      stallIfSo();
      return super.compareAndExchange(key, expected, change);
    }

    @Override
    public List<LoadResult> loadAll(List<LeaseKey> keys) {
      note(keys.size());
      return super.loadAll(keys);
    }

    private synchronized void note(int size) {
      looked.add(size);
    }

    synchronized void forget() {
      looked.clear();
    }

    synchronized int largestLooked() {
      return looked.stream().mapToInt(size -> size).max().orElse(0);
    }

    private void stallIfSo() {
      if (stalls) {
        scheduler.standStill(() -> !stalls);
      }
    }
  }

  private final TestClock clock = new TestClock();
  private final ThreadedScheduler scheduler = new ThreadedScheduler(clock);
  private final StallingStore store = new StallingStore();
  private final LeaseManager manager =
      LeaseManager.on(store).clock(clock).scheduler(scheduler).random(new Random(1)).build();
  private volatile boolean stalls;

  @AfterEach
  void letGo() {
    stalls = false;
    scheduler.advance(Duration.ZERO);
    scheduler.close();
  }

  @Test
  void P11_when_a_stall_is_over_there_are_batches_again() {
    List<Keeper> keepers = new ArrayList<>();
    List<PrLease> leases = new ArrayList<>();
    for (int i = 0; i < LEASES; i++) {
      PrLease lease = manager.acquire(LeaseKey.pullRequest("acme/app", i + 1), A, TTL);
      keepers.add(lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE));
      leases.add(lease);
    }
    scheduler.advance(Duration.ofSeconds(20));
    stalls = true;
    scheduler.advance(Duration.ofSeconds(100));
    stalls = false;
    scheduler.advance(Duration.ofSeconds(60));
    store.forget();
    scheduler.advance(Duration.ofSeconds(60));
    assertThat(store.largestLooked()).as("looked at at once after it").isGreaterThan(1);
    keepers.forEach(keeper -> assertThat(keeper.end()).isEmpty());
    leases.forEach(PrLease::assertOwned);
  }
}

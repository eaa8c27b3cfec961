package dev.prlease.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.LeaseEnd;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.LoadResult;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.lang.ref.Reference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** P11 for many leases, all kept by one manager, in virtual time that passes the TTL (L27). */
final class ManyKeptLeasesTest {
  private static final SessionId SESSION = SessionId.of("one-session-of-many-leases");
  private static final Ttl TTL = Ttl.ofSeconds(30);
  private static final Duration GRAIN = Duration.ofMillis(100);

  /** A memory store that counts the round trips a store far away would have had. */
  private static class CountingStore implements LeaseStore {
    final InMemoryLeaseStore memory = new InMemoryLeaseStore();
    int singleLoads;
    int batches;
    int largest;
    int loaded;
    int exchanged;

    @Override
    public LeaseSlot load(LeaseKey key) {
      singleLoads++;
      return memory.load(key);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      return memory.compareAndExchange(key, expected, change);
    }

    @Override
    public List<LoadResult> loadAll(List<LeaseKey> keys) {
      countBatch(keys.size());
      loaded += keys.size();
      return memory.loadAll(keys);
    }

    @Override
    public List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
      countBatch(requests.size());
      exchanged += requests.size();
      return memory.exchangeAll(requests);
    }

    private void countBatch(int size) {
      batches++;
      largest = Math.max(largest, size);
    }

    @Override
    public List<ListedSlot> list(LeaseFilter filter) {
      return memory.list(filter);
    }

    @Override
    public String location() {
      return memory.location();
    }

    @Override
    public void close() {
      memory.close();
    }
  }

  /** All that keeps leases, but for the store. */
  private static final class Kept {
    final ManualClock clock = new ManualClock();
    final ManualScheduler scheduler = new ManualScheduler(clock);
    final LeaseManager manager;
    final List<PrLease> leases = new ArrayList<>();
    final List<Keeper> keepers = new ArrayList<>();
    final List<LeaseEnd> ends = new ArrayList<>();

    Kept(LeaseStore store, int count) {
      manager =
          LeaseManager.on(store).clock(clock).scheduler(scheduler).random(new Random(1)).build();
      LeaseListener listener =
          new LeaseListener() {
            @Override
            public void ended(LeaseEnd end) {
              ends.add(end);
            }
          };
      for (int i = 1; i <= count; i++) {
        PrLease lease = manager.acquire(LeaseKey.pullRequest("acme/app", i), SESSION, TTL);
        keepers.add(lease.keepAlive(KeepAliveOptions.DEFAULTS, listener));
        leases.add(lease);
      }
    }
  }

  @Test
  void P11_L27_a_hundred_thousand_leases_are_kept_in_batches_and_not_in_bursts() {
    int count = 100_000;
    CountingStore store = new CountingStore();
    Kept kept = new Kept(store, count);
    int mostAtOnce = 0;
    for (Duration passed = Duration.ZERO;
        passed.compareTo(TTL.duration().plusSeconds(1)) < 0;
        passed = passed.plus(GRAIN)) {
      int before = store.exchanged;
      kept.scheduler.advance(GRAIN);
      mostAtOnce = Math.max(mostAtOnce, store.exchanged - before);
      assertThat(kept.scheduler.plannedTimers()).as("timers for all together").isEqualTo(2);
    }
    Instant now = kept.clock.now();
    assertThat(kept.ends).isEmpty();
    assertThat(kept.leases)
        .allMatch(lease -> lease.expiresAt().isAfter(now.plus(TTL.duration().dividedBy(2))));
    assertThat(store.list(LeaseFilter.ALL))
        .hasSize(count)
        .allMatch(listed -> !expiresAt(listed).isBefore(now));
    assertThat(mostAtOnce).as("renewals in a tenth of a second").isLessThan(count / 10);
    assertThat(store.singleLoads).as("looks outside of batches").isZero();
    assertThat(store.largest).isLessThanOrEqualTo(LeaseStore.LARGEST_BATCH);
    assertThat((store.loaded + store.exchanged) / store.batches)
        .as("keys a round trip")
        .isGreaterThan(LeaseStore.LARGEST_BATCH / 2);

    // The machine sleeps, and the first that it does when it wakes up is to tell of it.
    kept.clock.advance(TTL.duration());
    kept.scheduler.runDue();
    assertThat(kept.ends).hasSize(count).hasOnlyElementsOfType(LeaseEnd.Lost.class);
    assertThat(kept.leases).allMatch(lease -> lease.remaining().isZero());
    assertThat(kept.scheduler.plannedTimers()).isZero();
  }

  private static Instant expiresAt(ListedSlot listed) {
    return ((LeaseSlot.Held) ((ListedSlot.Found) listed).slot()).record().expiresAt();
  }

  /** Keeps copies only, as a store does that is not on this heap. */
  private static final class CopyingStore extends CountingStore {
    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      return memory.compareAndExchange(copy(key), expected, copy(change));
    }

    @Override
    public List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
      List<ExchangeResult> results = new ArrayList<>();
      for (ExchangeRequest request : requests) {
        results.add(
            new ExchangeResult.Answered(
                request.key(),
                compareAndExchange(request.key(), request.expected(), request.change())));
      }
      return results;
    }

    private static LeaseKey copy(LeaseKey key) {
      return LeaseKey.parse(key.toString());
    }

    private static Change copy(Change change) {
      return new Change(
          change.next().map(CopyingStore::copy),
          new Fence(change.fence().value()),
          change.writeId(),
          change.replaced());
    }

    private static LeaseRecord copy(LeaseRecord record) {
      return new LeaseRecord(
          copy(record.key()),
          new SessionId(copy(record.owner().value())),
          record.acquiredAt().plusNanos(1).minusNanos(1),
          Ttl.ofSeconds(record.ttl().seconds()),
          new Fence(record.fence().value()),
          record.grantId().map(grant -> new GrantId(copy(grant.value()))),
          record.grantedAt().map(time -> time.plusNanos(1).minusNanos(1)),
          record.holder(),
          record.head(),
          record.claim());
    }

    private static String copy(String text) {
      return new String(text.toCharArray());
    }
  }

  @Test
  void P11_a_kept_lease_takes_less_than_a_kibibyte_of_heap() {
    int count = 10_000;
    CopyingStore store = new CopyingStore();
    long all = usedHeapWhileKept(store, count);
    long each = (all - usedHeapWith(store)) / count;
    assertThat(each)
        .as("bytes for handle, keeper, grant, record and key of a lease")
        .isBetween(400L, 1023L);
  }

  private static long usedHeapWhileKept(CopyingStore store, int count) {
    Kept kept = new Kept(store, count);
    kept.scheduler.advance(TTL.duration()); // renewed several times
    assertThat(kept.ends).isEmpty();
    return usedHeapWith(kept);
  }

  private static long usedHeapWith(Object alive) {
    try {
      for (int i = 0; i < 5; i++) { // one in four compacts the whole heap
        System.gc();
      }
      return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    } finally {
      Reference.reachabilityFence(alive);
    }
  }
}

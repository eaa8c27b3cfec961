package dev.prlease.core;

import static dev.prlease.core.World.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.Ttl;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** P11: what hangs, store or listener, holds up nobody else, and no deadline. */
final class HangingTest {
  private static final int LEASES = 120;
  private static final Ttl TTL = Ttl.ofSeconds(60);
  private static final Duration SEVERAL_TTLS = TTL.duration().multipliedBy(2);

  /** What the store does with the calls for one key. */
  private enum Manner {
    NEVER_RETURNS,
    RETURNS_AFTER_FIVE_SECONDS
  }

  /** Makes its batches one by one, as most stores do; so a key that hangs hangs its batch. */
  private final class HangingStore extends TestStore {
    final Map<LeaseKey, Manner> badLoads = new ConcurrentHashMap<>();
    final Map<LeaseKey, Manner> badExchanges = new ConcurrentHashMap<>();

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // what hangs must not hang the others
    public LeaseSlot load(LeaseKey key) {
      suffer(badLoads.get(key));
      return super.load(key);
    }

    @Override
    public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
      suffer(badExchanges.get(key));
      return super.compareAndExchange(key, expected, change);
    }

    private void suffer(@Nullable Manner manner) {
      if (manner == Manner.NEVER_RETURNS) {
        scheduler.standStill(() -> over);
      } else if (manner == Manner.RETURNS_AFTER_FIVE_SECONDS) {
        scheduler.pause(Duration.ofSeconds(5));
      }
    }
  }

  /** When the ends of the leases were told. */
  private final class Ends implements LeaseListener {
    final int number;

    Ends(int number) {
      this.number = number;
    }

    @Override
    public void ended(LeaseEnd end) {
      if (hangingListeners.contains(number)) {
        scheduler.standStill(() -> over);
      }
      synchronized (told) {
        told.computeIfAbsent(number, first -> new ArrayList<>()).add(clock.now());
      }
    }
  }

  private final TestClock clock = new TestClock();
  private final ThreadedScheduler scheduler = new ThreadedScheduler(clock);
  private final HangingStore store = new HangingStore();
  private final LeaseManager manager =
      LeaseManager.on(store).clock(clock).scheduler(scheduler).random(new Random(1)).build();
  private final List<PrLease> leases = new ArrayList<>();
  private final Map<Integer, List<Instant>> told = new HashMap<>();
  private final Set<Integer> hangingListeners = ConcurrentHashMap.newKeySet();
  private volatile boolean over;

  @AfterEach
  void letGo() {
    over = true;
    scheduler.advance(Duration.ZERO);
    scheduler.close();
  }

  private static LeaseKey key(int number) {
    return LeaseKey.pullRequest("acme/app", number + 1);
  }

  /** Acquired one after the other, so that they do not all end in one instant. */
  private void keepAll() {
    for (int i = 0; i < LEASES; i++) {
      PrLease lease = manager.acquire(key(i), A, TTL);
      var unused = lease.keepAlive(KeepAliveOptions.DEFAULTS, new Ends(i));
      leases.add(lease);
      clock.advance(Duration.ofMillis(7));
    }
    scheduler.advance(TTL.duration());
  }

  private void assertAllKeptBut(Set<Integer> numbers) {
    for (int i = 0; i < LEASES; i++) {
      if (!numbers.contains(i)) {
        assertThat(told.get(i)).as("ends of lease %d", i).isNull();
        leases.get(i).assertOwned();
      }
    }
  }

  private void assertToldInTime(int number, Instant deadline) {
    assertThat(told.get(number)).as("ends of lease %d", number).containsExactly(deadline);
    assertThat(leases.get(number).remaining()).isZero();
  }

  @Test
  void P11_keys_whose_renewals_hang_for_good_hold_up_nobody_else_and_are_lost_in_time() {
    hangForGood(store.badExchanges);
  }

  @Test
  void P11_keys_whose_looks_hang_for_good_hold_up_nobody_else_and_are_lost_in_time() {
    hangForGood(store.badLoads);
  }

  private void hangForGood(Map<LeaseKey, Manner> calls) {
    keepAll();
    Set<Integer> hanging = Set.of(11, 60, 119);
    assertThat(hanging).as("as many as the essay promises").hasSize(Keepers.MOST_HANGING);
    hanging.forEach(number -> calls.put(key(number), Manner.NEVER_RETURNS));
    scheduler.advance(SEVERAL_TTLS);
    assertAllKeptBut(hanging);
    for (int number : hanging) {
      assertToldInTime(number, leases.get(number).record().expiresAt());
    }
    assertThat(scheduler.mostAtOnce())
        .as("tasks at once")
        .isLessThanOrEqualTo(ThreadPoolScheduler.MIN_POOL_SIZE);
  }

  @Test
  void P11_any_number_of_slow_keys_is_kept_and_holds_up_nobody_else() {
    keepAll();
    for (int i = 0; i < LEASES; i += 20) {
      store.badLoads.put(key(i), Manner.RETURNS_AFTER_FIVE_SECONDS);
      store.badExchanges.put(key(i), Manner.RETURNS_AFTER_FIVE_SECONDS);
    }
    scheduler.advance(SEVERAL_TTLS);
    store.badLoads.clear();
    store.badExchanges.clear();
    assertAllKeptBut(Set.of());
    assertThat(scheduler.mostAtOnce()).isLessThanOrEqualTo(ThreadPoolScheduler.MIN_POOL_SIZE);
  }

  @Test
  void P11_P7_what_a_batch_that_was_given_up_still_writes_is_known_by_the_next_look() {
    keepAll();
    store.badExchanges.put(key(5), Manner.RETURNS_AFTER_FIVE_SECONDS);
    scheduler.advance(TTL.duration());
    store.badExchanges.clear();
    scheduler.advance(SEVERAL_TTLS);
    assertAllKeptBut(Set.of());
    leases.forEach(PrLease::release);
    IntStream.range(0, LEASES)
        .forEach(i -> assertThat(store.peek(key(i))).isInstanceOf(LeaseSlot.Vacant.class));
  }

  @Test
  void P11_when_the_whole_store_hangs_every_loss_is_told_at_its_own_deadline() {
    keepAll();
    for (int i = 0; i < LEASES; i++) {
      store.badLoads.put(key(i), Manner.NEVER_RETURNS);
      store.badExchanges.put(key(i), Manner.NEVER_RETURNS);
    }
    scheduler.advance(TTL.duration());
    for (int i = 0; i < LEASES; i++) {
      assertToldInTime(i, leases.get(i).record().expiresAt());
    }
  }

  @Test
  void P11_listeners_that_hang_hold_up_the_news_of_nobody_else() {
    keepAll();
    hangingListeners.addAll(List.of(0, 60));
    assertThat(hangingListeners).hasSize(Lanes.MOST_LISTENERS_HANGING);
    store.unreadable(true);
    scheduler.advance(TTL.duration().plus(Patience.LEAST));
    for (int i = 0; i < LEASES; i++) {
      Instant deadline = leases.get(i).record().expiresAt();
      if (hangingListeners.contains(i)) {
        assertThat(told.get(i)).isNull();
      } else {
        assertThat(told.getOrDefault(i, List.of()))
            .as("ends of lease %d", i)
            .singleElement(InstanceOfAssertFactories.INSTANT)
            .isBetween(deadline, deadline.plus(Patience.LEAST));
      }
    }
  }

  @Test
  void P11_a_hanging_listener_of_renewals_holds_up_no_renewal() {
    LeaseListener hanging =
        new LeaseListener() {
          @Override
          public void renewed(Instant expiresAt) {
            scheduler.standStill(() -> over);
          }
        };
    PrLease lease = manager.acquire(key(LEASES), A, TTL);
    Keeper keeper = lease.keepAlive(KeepAliveOptions.DEFAULTS, hanging);
    keepAll();
    scheduler.advance(SEVERAL_TTLS);
    assertAllKeptBut(Set.of());
    lease.assertOwned();
    assertThat(keeper.end()).isEmpty();
    store.unreadable(true);
    scheduler.advance(TTL.duration());
    assertThat(keeper.end()).containsInstanceOf(LeaseEnd.Lost.class);
    assertThat(((LeaseEnd.Lost) keeper.end().orElseThrow()).why())
        .isInstanceOf(LeaseExpiredException.class);
  }
}

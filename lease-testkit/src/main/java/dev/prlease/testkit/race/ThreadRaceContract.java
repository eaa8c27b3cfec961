package dev.prlease.testkit.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.core.ThreadPoolScheduler;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.Crew;
import dev.prlease.testkit.RuleNames;
import dev.prlease.testkit.StoreFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads race for leases on one place, as a suite: half of them through openings of their own,
 * where the place has several, on the machine's clock (lessons L1, L2).
 *
 * <p>Applied like {@link dev.prlease.testkit.LeaseStoreContract}, with the same {@link
 * StoreFixture}.
 */
@DisplayNameGeneration(RuleNames.class)
@Timeout(300) // no measure: only so that a store which hangs fails instead of blocking the build
public abstract class ThreadRaceContract {
  private static final int THREADS = 8;
  private static final Ttl LONG = Ttl.ofSeconds(3_600);

  private final SystemClock clock = new SystemClock();
  private final List<AutoCloseable> toClose = new ArrayList<>();
  private final List<LeaseManager> managers = new ArrayList<>();
  private Optional<LeaseStore> outside = Optional.empty();

  /** For subclasses. */
  protected ThreadRaceContract() {}

  /** Makes a fresh, empty place for slots; called once a test, which closes it. */
  protected abstract StoreFixture newPlace() throws Exception;

  /** Rounds of each race; 200 unless overridden. */
  protected int rounds() {
    return 200;
  }

  @BeforeEach
  final void openEverything() throws Exception {
    StoreFixture place = newPlace();
    toClose.add(place);
    LeaseStore first = open(place);
    outside = Optional.of(first);
    ThreadPoolScheduler scheduler = new ThreadPoolScheduler();
    toClose.add(0, scheduler);
    boolean shares = place.openings() == StoreFixture.Openings.SHARE_SLOTS;
    for (int i = 0; i < THREADS; i++) {
      LeaseStore store = shares && i % 2 == 1 ? open(place) : first;
      LeaseManager manager = LeaseManager.on(store).clock(clock).scheduler(scheduler).build();
      managers.add(manager);
      toClose.add(0, manager);
    }
  }

  private LeaseStore open(StoreFixture place) {
    LeaseStore store = place.open();
    toClose.add(0, store);
    return store;
  }

  @AfterEach
  final void closeEverything() throws Exception {
    for (AutoCloseable each : toClose) {
      each.close();
    }
  }

  private static SessionId session(int thread) {
    return SessionId.of("thread-" + thread);
  }

  @Test
  void L1_a_fresh_key_has_one_winner_in_every_round() {
    race(key -> {});
  }

  @Test
  void L2_an_expired_lease_is_reclaimed_by_one_in_every_round() {
    LeaseStore store = outside.orElseThrow();
    race(
        key ->
            store.store(
                LeaseRecord.of(
                    key,
                    SessionId.of("long-gone"),
                    LeaseRecord.cut(clock.now().minusSeconds(100)),
                    Ttl.ofSeconds(60))));
  }

  /** Something done to a key before it is raced for. */
  private interface SetUp {
    void prepare(LeaseKey key);
  }

  private void race(SetUp setUp) {
    try (Crew crew = new Crew(THREADS)) {
      for (int round = 1; round <= rounds(); round++) {
        LeaseKey key = LeaseKey.pullRequest("race/round", round);
        setUp.prepare(key);
        List<Acquisition> answers =
            crew.together(
                thread -> () -> managers.get(thread).tryAcquire(key, session(thread), LONG));
        assertOneWinner(round, answers);
      }
    }
  }

  private static void assertOneWinner(int round, List<Acquisition> answers) {
    List<PrLease> won = new ArrayList<>();
    for (Acquisition answer : answers) {
      if (answer instanceof Acquisition.Granted granted) {
        won.add(granted.lease());
      }
    }
    assertThat(won).as("round %d: the threads that won", round).hasSize(1);
    PrLease winner = won.get(0);
    winner.assertOwned();
    for (Acquisition answer : answers) {
      if (answer instanceof Acquisition.Held held) {
        assertThat(held.refusal().owner())
            .as("round %d: whom the others stand down from", round)
            .isEqualTo(winner.ownerSessionId());
      }
    }
    winner.release();
  }

  @Test
  void P10_one_key_that_all_fight_for_is_one_lease() {
    History history = new History();
    AtomicInteger inside = new AtomicInteger();
    LeaseKey key = LeaseKey.pullRequest("race/one", 1);
    try (Crew crew = new Crew(THREADS)) {
      crew.together(
          thread ->
              () -> {
                for (int i = 0; i < rounds() / 4; i++) {
                  Fight.once(
                      key, session(thread), managers.get(thread), history, () -> alone(inside));
                }
                return thread;
              });
    }
    history.assertLinearizable();
  }

  private static void alone(AtomicInteger inside) {
    assertThat(inside.incrementAndGet()).as("threads that act under the lease").isEqualTo(1);
    Thread.onSpinWait();
    inside.decrementAndGet();
  }
}

package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** LS-2, LS-16, LS-17: many threads, and interrupts. */
@DisplayNameGeneration(RuleNames.class)
abstract class ThreadRules extends StoreSuite {
  private static final int THREADS = 8;
  private static final int ROUNDS = 50;

  @Test
  void LS_2_of_many_exchanges_that_expect_one_version_one_swaps() {
    List<LeaseStore> stores = openings();
    LeaseSlot slot = store().load(KEY);
    try (Crew crew = new Crew(THREADS)) {
      for (int round = 0; round < ROUNDS; round++) {
        Expected expected = Expected.exactly(slot.version());
        List<Exchange> answers = race(crew, stores, KEY, expected, 1_000 + round);
        slot = onlyWinner(answers, round);
        assertThat(store().load(KEY))
            .as("round %d: the slot after the race", round)
            .isEqualTo(slot);
      }
    }
  }

  @Test
  void LS_2_of_many_exchanges_that_expect_a_vacant_slot_one_swaps() {
    List<LeaseStore> stores = openings();
    try (Crew crew = new Crew(THREADS)) {
      for (int round = 0; round < ROUNDS; round++) {
        LeaseKey fresh = LeaseKey.pullRequest("acme/app", round + 1);
        LeaseSlot won = onlyWinner(race(crew, stores, fresh, Expected.vacant(), 10), round);
        assertThat(store().load(fresh))
            .as("round %d: the slot after the race", round)
            .isEqualTo(won);
        vacate(store(), fresh, won, won.fence());
        LeaseSlot again = onlyWinner(race(crew, stores, fresh, Expected.vacant(), 10), round);
        assertThat(again.fence()).as("the next fence").isGreaterThan(won.fence());
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> LS_2_of_many_reclaims_of_an_unreadable_slot_one_swaps() {
    return with(place().raw(), "RawSlots", this::reclaimedByOne);
  }

  private void reclaimedByOne(RawSlots raw) {
    List<LeaseStore> stores = openings();
    try (Crew crew = new Crew(THREADS)) {
      for (int round = 0; round < ROUNDS; round++) {
        raw.write(KEY, ("nonsense " + round).getBytes(UTF_8));
        Expected expected = Expected.exactly(store().load(KEY).version());
        onlyWinner(race(crew, stores, KEY, expected, 1_000 + round), round);
      }
    }
  }

  private List<LeaseStore> openings() {
    List<LeaseStore> stores = new ArrayList<>();
    boolean shares = place().openings() == StoreFixture.Openings.SHARE_SLOTS;
    for (int i = 0; i < THREADS; i++) {
      stores.add(shares && i % 2 == 1 ? open() : store());
    }
    return stores;
  }

  private static List<Exchange> race(
      Crew crew, List<LeaseStore> stores, LeaseKey key, Expected expected, long fence) {
    return crew.together(
        i -> {
          SessionId session = SessionId.of("thread-" + i);
          Change change = Change.hold(holding(key, session, fence));
          return () -> stores.get(i).compareAndExchange(key, expected, change);
        });
  }

  private static LeaseSlot onlyWinner(List<Exchange> answers, int round) {
    List<LeaseSlot> won =
        answers.stream().filter(Exchange.Swapped.class::isInstance).map(Exchange::slot).toList();
    assertThat(won).as("round %d: the exchanges that swapped", round).hasSize(1);
    return won.get(0);
  }

  @Test
  void LS_16_no_swap_is_lost_among_many_threads() {
    List<LeaseStore> stores = openings();
    int each = 25;
    Set<SlotVersion> versions = new HashSet<>();
    LeaseSlot start = hold(store(), holding(KEY, ALICE, 1));
    versions.add(start.version());
    try (Crew crew = new Crew(THREADS)) {
      List<List<SlotVersion>> made = crew.together(i -> () -> countUp(stores.get(i), each));
      made.forEach(
          some ->
              some.forEach(
                  version -> assertThat(versions.add(version)).as("%s is new", version).isTrue()));
    }
    assertThat(store().load(KEY).fence().value())
        .as("a fence counted up %d times by each of %d threads", each, THREADS)
        .isEqualTo(1 + (long) each * THREADS);
  }

  private static List<SlotVersion> countUp(LeaseStore store, int times) {
    List<SlotVersion> made = new ArrayList<>();
    LeaseSlot slot = store.load(KEY);
    for (int tries = 0; made.size() < times; tries++) {
      assertThat(tries)
          .as("tries until %d swaps: each refusal must come from somebody else's swap", times)
          .isLessThan(10_000);
      Exchange answer =
          store.compareAndExchange(
              KEY,
              Expected.exactly(slot.version()),
              Change.hold(holding(KEY, ALICE, slot.fence().value() + 1)));
      slot = answer.slot();
      if (answer instanceof Exchange.Swapped) {
        made.add(slot.version());
      }
    }
    return made;
  }

  @Test
  void LS_16_keys_do_not_disturb_each_other_among_many_threads() {
    List<LeaseStore> stores = openings();
    try (Crew crew = new Crew(THREADS)) {
      crew.together(
          i ->
              () -> {
                LeaseKey own = LeaseKey.pullRequest("acme/app", i + 1);
                LeaseSlot slot = hold(stores.get(i), holding(own, ALICE, 1));
                for (int n = 0; n < 20; n++) {
                  assertThat(stores.get(i).load(own)).isEqualTo(slot);
                  assertThat(stores.get(i).list(LeaseFilter.ALL)).isNotEmpty();
                  slot = replace(stores.get(i), slot, holding(own, ALICE, n + 2));
                }
                return slot;
              });
    }
  }

  @Test
  void LS_17_an_interrupted_thread_finishes_every_operation_and_stays_interrupted() {
    Thread.currentThread().interrupt();
    try {
      LeaseSlot slot = hold(store(), holding(KEY, ALICE, 10));
      assertStillInterrupted("an exchange that swaps");
      assertThat(store().load(KEY)).isEqualTo(slot);
      assertStillInterrupted("a load");
      refuse(store(), KEY, Expected.vacant(), Change.hold(holding(KEY, BOB, 11)));
      assertStillInterrupted("an exchange that is refused");
      assertThat(store().list(LeaseFilter.ALL)).hasSize(1);
      assertStillInterrupted("a listing");
      store()
          .exchangeAll(
              List.of(
                  new ExchangeRequest(
                      KEY,
                      Expected.exactly(slot.version()),
                      Change.hold(holding(KEY, ALICE, 10)))));
      assertStillInterrupted("a batch");
      assertThat(store().loadAll(List.of(KEY))).hasSize(1);
      assertStillInterrupted("a batch of loads");
    } finally {
      Thread.interrupted();
    }
    assertThat(recordIn(store().load(KEY)).owner()).as("the store is in order").isEqualTo(ALICE);
  }

  private static void assertStillInterrupted(String operation) {
    assertThat(Thread.currentThread().isInterrupted())
        .as("the interrupt flag after %s", operation)
        .isTrue();
  }

  @Test
  void LS_17_an_interrupt_in_the_middle_loses_no_write() {
    AtomicBoolean over = new AtomicBoolean();
    Thread me = Thread.currentThread();
    try (Crew crew = new Crew(1)) {
      Future<Integer> storm =
          crew.start(
              () -> {
                int sent = 0;
                while (!over.get()) {
                  me.interrupt();
                  sent++;
                  Thread.onSpinWait();
                }
                return sent;
              });
      try {
        hold(store(), holding(KEY, ALICE, 1));
        countUp(store(), 100);
        assertThat(store().load(KEY).fence().value()).as("the fence counted up").isEqualTo(101);
      } finally {
        over.set(true);
        while (!storm.isDone()) {
          Thread.onSpinWait();
        }
        Thread.interrupted();
      }
    }
  }
}

package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static dev.prlease.testkit.SampleLeases.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.StoreFixture.UnderWay;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * LS-1, LS-2, LS-4, LS-17 inside the engine: the test holds the lock of the slot, calls of the
 * store come to it and wait, and then the test commits, or lets go.
 *
 * <p>Tests that stop sessions between calls cannot see what a store does between its own
 * statements. One that reads, waits for the lock, and then writes by what it had read passes all of
 * those, and loses a write here.
 */
@DisplayNameGeneration(RuleNames.class)
abstract class OverlapRules extends StoreSuite {
  private static final SessionId CAROL = SessionId.of("carol");
  private static final int WAITING = 4;

  private Stream<DynamicTest> overlapping(Test test) {
    return with(place().overlap(), "Overlap", test::run);
  }

  /** Something that is tried while somebody else's write is under way. */
  private interface Test {
    void run(StoreFixture.Overlap overlap) throws Exception;
  }

  private static UnderWay bobs(StoreFixture.Overlap overlap) {
    return overlap.begin(KEY, Optional.of(plain(KEY, BOB)));
  }

  private static Second<Exchange> exchange(LeaseStore store, Expected expected, SessionId who) {
    Change change = Change.hold(holding(KEY, who, 11));
    return Second.start(() -> store.compareAndExchange(KEY, expected, change)).untilItWaits();
  }

  /** Nothing may be swapped while another's lock is held, whatever the version. */
  private static void assertNotSwapped(Second<Exchange> second) {
    assertThat(second.answerSoFar().filter(Exchange.Swapped.class::isInstance))
        .as("a swap while another held the lock of the slot and had not committed")
        .isEmpty();
  }

  private void assertRefusedByBobs(Exchange answer) {
    assertThat(answer)
        .as("an exchange that waited while another write was committed, which it had not expected")
        .isInstanceOf(Exchange.Refused.class);
    assertThat(recordIn(answer.slot()).owner()).as("whom the refusal shows").isEqualTo(BOB);
    assertThat(store().load(KEY)).as("the slot in the end").isEqualTo(answer.slot());
  }

  @TestFactory
  Stream<DynamicTest> LS_2_an_exchange_that_waited_compares_with_what_was_committed_meanwhile() {
    return overlapping(
        overlap -> {
          LeaseSlot seen = hold(store(), holding(KEY, ALICE, 10));
          loses(overlap, Expected.exactly(seen.version()));
        });
  }

  @TestFactory
  Stream<DynamicTest> LS_3_the_version_of_a_slot_never_written_is_gone_once_another_commits() {
    return overlapping(overlap -> loses(overlap, Expected.exactly(store().load(KEY).version())));
  }

  @TestFactory
  Stream<DynamicTest> LS_4_a_slot_never_written_is_not_vacant_any_more_once_another_commits() {
    return overlapping(overlap -> loses(overlap, Expected.vacant()));
  }

  @TestFactory
  Stream<DynamicTest> LS_4_a_released_slot_is_not_vacant_any_more_once_another_commits() {
    return overlapping(
        overlap -> {
          LeaseSlot held = hold(store(), holding(KEY, ALICE, 10));
          vacate(store(), KEY, held, held.fence());
          loses(overlap, Expected.vacant());
        });
  }

  private void loses(StoreFixture.Overlap overlap, Expected expected) throws Exception {
    try (UnderWay first = bobs(overlap)) {
      Second<Exchange> second = exchange(store(), expected, CAROL);
      assertNotSwapped(second);
      first.commit();
      assertRefusedByBobs(second.answer());
    }
  }

  @TestFactory
  Stream<DynamicTest> LS_2_of_those_that_waited_for_one_who_lets_go_one_swaps() {
    return overlapping(
        overlap -> {
          LeaseSlot seen = hold(store(), holding(KEY, ALICE, 10));
          List<Second<Exchange>> waiting = new ArrayList<>();
          UnderWay first = bobs(overlap);
          try (first) {
            for (int i = 0; i < WAITING; i++) {
              LeaseStore own = another().orElseGet(this::store);
              SessionId who = SessionId.of("waiting-" + i);
              waiting.add(exchange(own, Expected.exactly(seen.version()), who));
            }
            waiting.forEach(OverlapRules::assertNotSwapped);
          }
          List<LeaseSlot> swapped = new ArrayList<>();
          for (Second<Exchange> each : waiting) {
            if (each.answer() instanceof Exchange.Swapped won) {
              swapped.add(won.slot());
            }
          }
          assertThat(swapped).as("the exchanges that swapped").hasSize(1);
          assertThat(store().load(KEY)).as("the slot in the end").isEqualTo(swapped.get(0));
        });
  }

  @TestFactory
  Stream<DynamicTest> LS_1_a_load_shows_nothing_that_is_not_committed() {
    return overlapping(
        overlap -> {
          LeaseSlot before = hold(store(), holding(KEY, ALICE, 10));
          try (UnderWay first = bobs(overlap)) {
            Second<LeaseSlot> early = load(KEY);
            assertThat(early.answerSoFar().orElse(before))
                .as("what a load shows of a write that is not committed")
                .isEqualTo(before);
            first.commit();
            assertThat(recordIn(early.answer()).owner()).isIn(ALICE, BOB);
            assertThat(recordIn(store().load(KEY)).owner()).as("once committed").isEqualTo(BOB);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> LS_1_nothing_is_left_of_a_write_that_was_let_go() {
    return overlapping(
        overlap -> {
          LeaseSlot before = hold(store(), holding(KEY, ALICE, 10));
          Second<LeaseSlot> load;
          try (UnderWay first = bobs(overlap)) {
            assertThat(first).isNotNull();
            load = load(KEY);
          }
          assertThat(load.answer()).as("a load meanwhile").isEqualTo(before);
          assertThat(store().load(KEY)).as("a load afterwards").isEqualTo(before);
        });
  }

  private Second<LeaseSlot> load(LeaseKey key) {
    return Second.start(() -> store().load(key)).untilItWaits();
  }

  /** An answer, and whether the thread that got it was still interrupted. */
  private record Interrupted(Exchange answer, boolean flag) {}

  @TestFactory
  Stream<DynamicTest> LS_17_an_interrupt_of_one_that_waits_neither_ends_the_wait_nor_is_lost() {
    return with(
        place().overlap().filter(each -> each.interrupts() == StoreFixture.Interrupts.KEPT),
        "Overlap with interrupts kept",
        overlap -> {
          LeaseSlot seen = hold(store(), holding(KEY, ALICE, 10));
          Change change = Change.hold(holding(KEY, CAROL, 11));
          try (UnderWay first = bobs(overlap)) {
            Second<Interrupted> second =
                Second.start(
                    () -> {
                      Exchange answer =
                          store().compareAndExchange(KEY, Expected.exactly(seen.version()), change);
                      return new Interrupted(answer, Thread.currentThread().isInterrupted());
                    });
            second.untilItWaits().interrupt();
            second.untilItWaits();
            assertThat(second.answerSoFar()).as("an answer before the other let go").isEmpty();
            first.commit();
            assertRefusedByBobs(second.answer().answer());
            assertThat(second.answer().flag()).as("the interrupt flag after the wait").isTrue();
          }
        });
  }
}

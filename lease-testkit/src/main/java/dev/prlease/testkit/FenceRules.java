package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static dev.prlease.testkit.SampleLeases.plain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** LS-4, LS-5, LS-9: what {@code vacant} means, and how the fence lives on. */
@DisplayNameGeneration(RuleNames.class)
abstract class FenceRules extends StoreSuite {
  @Test
  void LS_4_vacant_takes_a_slot_never_written() {
    LeaseSlot absent = store().load(KEY);
    assertThat(absent).isInstanceOf(LeaseSlot.Vacant.class);
    assertThat(((LeaseSlot.Vacant) absent).presence()).isEqualTo(LeaseSlot.Presence.ABSENT);
    assertThat(absent.fence()).isEqualTo(Fence.NONE);
    assertThat(absent.writeId()).isEmpty();
    assertThat(recordIn(hold(store(), holding(KEY, ALICE, 10))).owner()).isEqualTo(ALICE);
  }

  @Test
  void LS_4_vacant_takes_a_slot_that_was_vacated_with_a_fence() {
    LeaseSlot held = hold(store(), holding(KEY, ALICE, 10));
    LeaseSlot vacated = vacate(store(), KEY, held, new Fence(10));
    assertThat(((LeaseSlot.Vacant) vacated).presence()).isEqualTo(LeaseSlot.Presence.WRITTEN);
    assertThat(recordIn(hold(store(), holding(KEY, BOB, 11))).owner()).isEqualTo(BOB);
  }

  @Test
  void LS_4_vacant_refuses_a_held_slot_also_an_expired_one_and_its_own_sessions() {
    LeaseRecord longExpired = holding(KEY, ALICE, 10).refreshed(Instant.EPOCH, SampleLeases.TTL);
    hold(store(), longExpired);
    LeaseSlot actual = refuse(store(), KEY, Expected.vacant(), Change.hold(holding(KEY, BOB, 11)));
    assertThat(recordIn(actual)).isEqualTo(longExpired);
    refuse(store(), KEY, Expected.vacant(), Change.hold(longExpired));
  }

  @Test
  void LS_4_vacant_refuses_a_vacant_slot_whose_fence_is_gone() {
    vacateWithoutFence(store(), KEY);
    LeaseSlot actual = refuse(store(), KEY, Expected.vacant(), Change.hold(holding(KEY, BOB, 11)));
    assertThat(actual.fence()).as("the fence of the refused slot").isEqualTo(Fence.NONE);
    assertThat(recordIn(replace(store(), actual, holding(KEY, BOB, 11))).owner())
        .as("an exact version takes it")
        .isEqualTo(BOB);
  }

  @TestFactory
  Stream<DynamicTest> LS_4_vacant_refuses_what_an_older_program_released() {
    return with(
        place().raw(),
        "RawSlots",
        raw -> {
          raw.writeAsOlderProgram(KEY, Optional.of(plain(KEY, ALICE)));
          raw.writeAsOlderProgram(KEY, Optional.empty());
          LeaseSlot actual =
              refuse(store(), KEY, Expected.vacant(), Change.hold(holding(KEY, BOB, 11)));
          assertThat(actual).isInstanceOf(LeaseSlot.Vacant.class);
          assertThat(((LeaseSlot.Vacant) actual).knowsFence()).as("knows the fence").isFalse();
          replace(store(), actual, holding(KEY, BOB, 11));
        });
  }

  @Test
  void LS_5_a_first_holding_gets_the_fence_proposed() {
    LeaseSlot held = hold(store(), holding(KEY, ALICE, 1_785_000_000_000_000L));
    assertThat(held.fence()).isEqualTo(new Fence(1_785_000_000_000_000L));
    assertThat(store().load(KEY).fence()).isEqualTo(held.fence());
  }

  @Test
  void LS_5_a_later_holding_gets_the_greater_of_the_next_and_the_proposed() {
    LeaseSlot held = hold(store(), holding(KEY, ALICE, 500));
    assertNextFence(held, 10, 501);
    assertNextFence(store().load(KEY), 501, 502);
    assertNextFence(store().load(KEY), 503, 503);
    assertNextFence(store().load(KEY), 9_000, 9_000);
    assertNextFence(store().load(KEY), 0, 9_001);
  }

  private void assertNextFence(LeaseSlot held, long proposed, long assigned) {
    LeaseSlot vacated = vacate(store(), KEY, held, Fence.NONE);
    LeaseSlot next = hold(store(), holding(KEY, BOB, proposed));
    assertThat(next.fence())
        .as("fence in the answer, stored %s, proposed %d", vacated.fence(), proposed)
        .isEqualTo(new Fence(assigned));
    assertThat(recordIn(next).fence()).as("fence of the record").isEqualTo(new Fence(assigned));
    assertThat(store().load(KEY)).as("what load shows").isEqualTo(next);
  }

  @Test
  void LS_5_an_exact_exchange_keeps_the_fence_that_it_was_given() {
    LeaseSlot held = hold(store(), holding(KEY, ALICE, 500));
    LeaseSlot renewed = replace(store(), held, holding(KEY, ALICE, 500));
    assertThat(renewed.fence()).isEqualTo(new Fence(500));
    assertThat(replace(store(), renewed, holding(KEY, BOB, 777)).fence()).isEqualTo(new Fence(777));
  }

  @Test
  void LS_9_a_vacated_slot_keeps_the_greater_fence() {
    LeaseSlot held = hold(store(), holding(KEY, ALICE, 500));
    LeaseSlot vacated = vacate(store(), KEY, held, new Fence(7));
    assertThat(vacated.fence()).as("own 500, change 7").isEqualTo(new Fence(500));
    vacated = vacate(store(), KEY, vacated, new Fence(600));
    assertThat(vacated.fence()).as("own 500, change 600").isEqualTo(new Fence(600));
    vacated = vacate(store(), KEY, vacated, Fence.NONE);
    assertThat(vacated.fence()).as("own 600, change none").isEqualTo(new Fence(600));
    assertThat(store().load(KEY)).as("what load shows").isEqualTo(vacated);
  }

  @TestFactory
  Stream<DynamicTest> LS_9_the_fence_outlives_the_opening_that_wrote_it() {
    return with(another(), "a second opening", this::fenceOutlives);
  }

  private void fenceOutlives(LeaseStore other) {
    LeaseSlot held = hold(other, holding(KEY, ALICE, 500));
    vacate(other, KEY, held, Fence.NONE);
    other.close();
    LeaseSlot next = hold(open(), holding(KEY, BOB, 1));
    assertThat(next.fence()).isEqualTo(new Fence(501));
  }
}

package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.OTHER_KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.ContentionException;
import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.LeaseStore;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** LS-1, LS-3, LS-6, LS-7, LS-8: what an exchange compares, writes and answers. */
@DisplayNameGeneration(RuleNames.class)
abstract class ExchangeRules extends StoreSuite {
  @Test
  void LS_1_load_sees_each_exchange_that_was_answered() {
    LeaseSlot slot = hold(store(), holding(KEY, ALICE, 10));
    assertThat(store().load(KEY)).as("load after the answer").isEqualTo(slot);

    slot = replace(store(), slot, holding(KEY, BOB, 11));
    assertThat(store().load(KEY)).as("load after the second answer").isEqualTo(slot);

    slot = vacate(store(), KEY, slot, new Fence(11));
    assertThat(store().load(KEY)).as("load after the release").isEqualTo(slot);
  }

  @Test
  void LS_1_a_slot_stays_as_it_is_however_many_others_are_written() {
    LeaseSlot slot = hold(store(), holding(KEY, ALICE, 10));
    for (int i = 1; i <= 100; i++) {
      hold(store(), holding(LeaseKey.pullRequest("acme/many", i), BOB, 10));
    }
    assertThat(store().load(KEY))
        .as("a slot that was held, however many others were written")
        .isEqualTo(slot);
  }

  @TestFactory
  Stream<DynamicTest> LS_1_another_opening_sees_each_exchange_that_was_answered() {
    return with(
        another(),
        "a second opening",
        other -> {
          for (int fence = 10; fence < 20; fence++) {
            LeaseStore writer = fence % 2 == 0 ? store() : other;
            LeaseStore reader = fence % 2 == 0 ? other : store();
            LeaseSlot seen = reader.load(KEY);
            LeaseSlot slot = replace(writer, seen, holding(KEY, ALICE, fence));
            assertThat(reader.load(KEY))
                .as("load by an opening that had loaded the slot before (no cache)")
                .isEqualTo(slot);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> LS_1_an_exchange_sees_what_another_opening_wrote() {
    return with(
        another(),
        "a second opening",
        other -> {
          LeaseSlot before = store().load(KEY);
          LeaseSlot theirs = hold(other, holding(KEY, BOB, 10));

          LeaseSlot actual =
              refuse(
                  store(),
                  KEY,
                  Expected.exactly(before.version()),
                  Change.hold(holding(KEY, ALICE, 11)));
          assertThat(actual).as("what the refusal shows").isEqualTo(theirs);
          refuse(store(), KEY, Expected.vacant(), Change.hold(holding(KEY, ALICE, 11)));
        });
  }

  @Test
  void LS_3_an_exact_version_swaps_once() {
    LeaseSlot first = hold(store(), holding(KEY, ALICE, 10));
    replace(store(), first, holding(KEY, ALICE, 11));
    refuse(store(), KEY, Expected.exactly(first.version()), Change.hold(holding(KEY, BOB, 12)));
  }

  @Test
  void LS_3_the_version_of_a_slot_never_written_swaps_once() {
    LeaseSlot absent = store().load(KEY);
    assertThat(absent).as("a slot never written").isInstanceOf(LeaseSlot.Vacant.class);
    LeaseSlot held = replace(store(), absent, holding(KEY, ALICE, 10));
    refuse(store(), KEY, Expected.exactly(absent.version()), Change.hold(holding(KEY, BOB, 11)));
    vacate(store(), KEY, held, new Fence(10));
    refuse(store(), KEY, Expected.exactly(absent.version()), Change.hold(holding(KEY, BOB, 11)));
  }

  @Test
  void LS_3_the_same_content_written_again_is_another_version() {
    LeaseRecord record = holding(KEY, ALICE, 10);
    LeaseSlot first = hold(store(), record);
    LeaseSlot away = replace(store(), first, holding(KEY, BOB, 11));
    LeaseSlot back = replace(store(), away, record);
    assertThat(recordIn(back)).as("the content came back").isEqualTo(recordIn(first));

    LeaseSlot actual =
        refuse(store(), KEY, Expected.exactly(first.version()), Change.hold(holding(KEY, BOB, 12)));
    assertThat(actual).as("the refusal shows content like the expected").isEqualTo(back);
  }

  @Test
  void LS_3_a_made_up_version_swaps_nothing() {
    LeaseSlot slot = hold(store(), holding(KEY, ALICE, 10));
    refuse(
        store(),
        KEY,
        Expected.exactly(new SlotVersion("no-such-version")),
        Change.hold(holding(KEY, BOB, 11)));
    assertThat(store().load(KEY)).as("the slot").isEqualTo(slot);
  }

  @Test
  void LS_6_a_refused_exact_exchange_writes_nothing() {
    LeaseSlot stale = hold(store(), holding(KEY, ALICE, 10));
    LeaseSlot slot = replace(store(), stale, holding(KEY, ALICE, 11));
    LeaseSlot actual =
        refuse(store(), KEY, Expected.exactly(stale.version()), Change.hold(holding(KEY, BOB, 12)));
    assertThat(actual).as("what the refusal shows").isEqualTo(slot);
    assertThat(store().load(KEY)).as("the slot, version and write id included").isEqualTo(slot);
    refuse(store(), KEY, Expected.exactly(stale.version()), Change.vacate(new Fence(99)));
    assertThat(store().load(KEY)).as("the slot after a refused release").isEqualTo(slot);
  }

  @Test
  void LS_6_a_refused_vacant_exchange_writes_nothing() {
    LeaseSlot slot = hold(store(), holding(KEY, ALICE, 10));
    LeaseSlot actual =
        refuse(store(), KEY, Expected.vacant(), Change.hold(holding(KEY, BOB, 11)).archiving());
    assertThat(actual).as("what the refusal shows").isEqualTo(slot);
    assertThat(store().load(KEY)).as("the slot, version and write id included").isEqualTo(slot);
  }

  @Test
  void LS_6_a_refusal_leaves_a_slot_never_written_as_it_was() {
    LeaseSlot absent = store().load(KEY);
    LeaseSlot other = hold(store(), holding(OTHER_KEY, ALICE, 10));
    Expected wrong = Expected.exactly(new SlotVersion(other.version().token() + "x"));
    refuse(store(), KEY, wrong, Change.hold(holding(KEY, BOB, 11)));
    assertThat(store().load(KEY)).as("the slot never written").isEqualTo(absent);
    assertThat(store().list(LeaseFilter.ALL)).as("the listing").hasSize(1);
  }

  @Test
  void LS_7_each_swap_makes_a_version_that_was_never_there_before() {
    Set<SlotVersion> seen = new HashSet<>();
    LeaseSlot slot = store().load(KEY);
    seen.add(slot.version());
    LeaseRecord same = holding(KEY, ALICE, 10);
    for (int i = 0; i < 60; i++) {
      slot = i % 3 == 2 ? vacate(store(), KEY, slot, new Fence(10)) : replace(store(), slot, same);
      assertThat(seen.add(slot.version()))
          .as("version %s of write %d is new, though its content is not", slot.version(), i + 1)
          .isTrue();
    }
  }

  @Test
  void LS_8_the_write_id_is_shown_until_the_next_swap() {
    Change first = Change.hold(holding(KEY, ALICE, 10));
    LeaseSlot slot = swap(store(), KEY, Expected.vacant(), first);
    assertThat(slot.writeId()).as("write id in the answer").contains(first.writeId());
    assertThat(store().load(KEY).writeId()).as("write id loaded").contains(first.writeId());

    Change refused = Change.hold(holding(KEY, BOB, 11));
    refuse(store(), KEY, Expected.vacant(), refused);
    assertThat(store().load(KEY).writeId()).as("after a refusal").contains(first.writeId());

    Change release = Change.vacate(new Fence(10));
    slot = swap(store(), KEY, Expected.exactly(slot.version()), release);
    assertThat(slot.writeId()).as("write id of a release").contains(release.writeId());
    assertThat(store().load(KEY).writeId()).as("loaded").contains(release.writeId());
  }

  @Test
  void LS_2_compareAndSet_tells_whether_it_swapped() {
    LeaseSlot absent = store().load(KEY);
    Change change = Change.hold(holding(KEY, ALICE, 10));
    assertThat(store().compareAndSet(KEY, Expected.exactly(absent.version()), change)).isTrue();
    assertThat(store().compareAndSet(KEY, Expected.exactly(absent.version()), change)).isFalse();
  }

  @Test
  void LS_2_store_and_remove_write_whatever_the_slot_holds() throws ContentionException {
    store().store(holding(KEY, ALICE, 10));
    assertThat(recordIn(store().load(KEY)).owner()).isEqualTo(ALICE);
    store().store(holding(KEY, BOB, 11));
    assertThat(recordIn(store().load(KEY)).owner()).isEqualTo(BOB);
    store().remove(KEY);
    assertThat(store().load(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
    store().remove(OTHER_KEY);
    assertThat(store().load(OTHER_KEY)).isInstanceOf(LeaseSlot.Vacant.class);
  }
}

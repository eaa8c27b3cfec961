package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.OTHER_KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** LS-10, LS-11: what does not decode, what cannot be read, and what becomes of both. */
@DisplayNameGeneration(RuleNames.class)
abstract class UnreadableRules extends StoreSuite {
  @TestFactory
  Stream<DynamicTest> LS_10_bytes_that_do_not_decode_are_unreadable_and_not_vacant() {
    return with(
        place().raw(),
        "RawSlots",
        raw -> {
          for (byte[] bytes : nonsense()) {
            raw.write(KEY, bytes);
            LeaseSlot slot = store().load(KEY);
            assertThat(slot)
                .as("a slot of %d bytes of nonsense: %s…", bytes.length, start(bytes))
                .isInstanceOf(LeaseSlot.Unreadable.class);
            assertThat(((LeaseSlot.Unreadable) slot).reason()).as("why, for people").isNotBlank();
            LeaseSlot actual =
                refuse(store(), KEY, Expected.vacant(), Change.hold(holding(KEY, ALICE, 10)));
            assertThat(actual).as("what the refusal shows").isEqualTo(slot);
            assertThat(recordIn(replace(store(), slot, holding(KEY, BOB, 11))).owner())
                .as("an exact version reclaims it")
                .isEqualTo(BOB);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> LS_2_an_unreadable_slot_is_reclaimed_by_one_only() {
    return with(
        place().raw(),
        "RawSlots",
        raw -> {
          raw.write(KEY, "{\"record\":".getBytes(UTF_8));
          LeaseSlot slot = store().load(KEY);
          replace(store(), slot, holding(KEY, ALICE, 10));
          refuse(
              store(), KEY, Expected.exactly(slot.version()), Change.hold(holding(KEY, BOB, 11)));
        });
  }

  @TestFactory
  Stream<DynamicTest> LS_3_unreadable_bytes_written_again_are_another_version() {
    return with(
        place().raw(),
        "RawSlots",
        raw -> {
          byte[] bytes = "nonsense".getBytes(UTF_8);
          raw.write(KEY, bytes);
          LeaseSlot first = store().load(KEY);
          LeaseSlot held = replace(store(), first, holding(KEY, ALICE, 10));
          raw.write(KEY, bytes);
          refuse(store(), KEY, Expected.exactly(held.version()), Change.vacate(new Fence(10)));
          refuse(
              store(), KEY, Expected.exactly(first.version()), Change.hold(holding(KEY, BOB, 11)));
        });
  }

  @TestFactory
  Stream<DynamicTest> LS_10_what_cannot_be_read_is_an_error_and_never_vacant() {
    return with(
        place().obstacle(),
        "an obstacle",
        obstacle -> {
          LeaseSlot before = hold(store(), holding(KEY, ALICE, 10));
          Runnable clear = obstacle.put(KEY);
          assertThatThrownBy(() -> store().load(KEY)).isInstanceOf(LeaseStoreException.class);
          assertThatThrownBy(
                  () ->
                      store()
                          .compareAndExchange(
                              KEY, Expected.vacant(), Change.hold(holding(KEY, BOB, 11))))
              .isInstanceOf(LeaseStoreException.class);
          assertThatThrownBy(
                  () ->
                      store()
                          .compareAndExchange(
                              KEY,
                              Expected.exactly(before.version()),
                              Change.hold(holding(KEY, BOB, 11))))
              .isInstanceOf(LeaseStoreException.class);
          clear.run();
          LeaseSlot after = store().load(KEY);
          if (after instanceof LeaseSlot.Held held) {
            assertThat(held.record().owner()).as("nobody took it meanwhile").isEqualTo(ALICE);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> LS_11_an_unreadable_slot_is_archived_when_it_is_replaced() {
    return with(
        place().raw(),
        "RawSlots",
        raw -> {
          byte[] bytes = {'{', (byte) 0xff, (byte) 0xfe, 0, '}'};
          raw.write(KEY, bytes);
          replace(store(), store().load(KEY), holding(KEY, ALICE, 10));
          assertThat(raw.archived(KEY)).as("the archive").containsExactly(bytes);
        });
  }

  @TestFactory
  Stream<DynamicTest> LS_11_a_record_is_archived_if_and_only_if_the_change_asks_for_it() {
    return with(
        place().raw(),
        "RawSlots",
        raw -> {
          LeaseSlot slot = hold(store(), holding(KEY, ALICE, 10));
          slot = replace(store(), slot, holding(KEY, ALICE, 11));
          assertThat(raw.archived(KEY)).as("the archive, nothing asked for").isEmpty();
          Change asking = Change.hold(holding(KEY, BOB, 12)).archiving();
          refuse(store(), KEY, Expected.vacant(), asking);
          assertThat(raw.archived(KEY)).as("the archive after a refusal").isEmpty();
          slot = swap(store(), KEY, Expected.exactly(slot.version()), asking);
          assertThat(raw.archived(KEY)).as("the archive after a swap").hasSize(1);
          swap(
              store(),
              KEY,
              Expected.exactly(slot.version()),
              Change.vacate(Fence.NONE).archiving());
          assertThat(raw.archived(KEY)).as("the archive after a break").hasSize(2);
        });
  }

  @TestFactory
  Stream<DynamicTest> LS_14_an_unreadable_slot_is_listed_if_everything_is() {
    return with(
        place().raw(),
        "RawSlots",
        raw -> {
          hold(store(), holding(OTHER_KEY, ALICE, 10));
          raw.write(KEY, "nonsense".getBytes(UTF_8));
          assertThat(store().list(LeaseFilter.ALL))
              .extracting(listed -> slotOf(listed).getClass().getSimpleName())
              .containsExactlyInAnyOrder("Held", "Unreadable");
          for (LeaseFilter filter :
              List.of(LeaseFilter.ALL.ofRepo(KEY), LeaseFilter.ALL.ofKind(KEY.kind()))) {
            assertThat(store().list(filter)).extracting(StoreSuite::slotOf).hasSize(1);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> LS_10_a_reader_never_sees_a_half_written_slot() {
    return with(
        another(),
        "a second opening",
        reader -> {
          hold(store(), SampleLeases.rich(KEY, ALICE, 10));
          try (Crew crew = new Crew(1)) {
            var writing =
                crew.start(
                    () -> {
                      for (int fence = 11; fence < 111; fence++) {
                        LeaseSlot slot = store().load(KEY);
                        replace(store(), slot, SampleLeases.rich(KEY, ALICE, fence));
                      }
                      return true;
                    });
            long last = 0;
            while (!writing.isDone()) {
              long seen = recordIn(reader.load(KEY)).fence().value();
              assertThat(seen).as("fences seen one after another").isGreaterThanOrEqualTo(last);
              last = seen;
            }
            Crew.await(writing);
          }
        });
  }

  private static List<byte[]> nonsense() {
    List<byte[]> all = new ArrayList<>();
    for (String text : List.of("nonsense", "{", "[]", "{\"record\": 7}", "\"", "\u0000", "}{")) {
      all.add(text.getBytes(UTF_8));
    }
    all.add("{\"record\": \"\u00e9\"}".getBytes(ISO_8859_1));
    all.add("{\"record\": null}".getBytes(UTF_16));
    all.add("[".repeat(100_000).getBytes(UTF_8));
    all.add("{\"record\":".repeat(50_000).getBytes(UTF_8));
    Random random = new Random(7);
    for (int i = 0; i < 20; i++) {
      byte[] noise = new byte[1 + random.nextInt(500)];
      random.nextBytes(noise);
      noise[0] = (byte) 0xff;
      all.add(noise);
    }
    return all;
  }

  private static String start(byte[] bytes) {
    return new String(bytes, 0, Math.min(20, bytes.length), ISO_8859_1);
  }
}

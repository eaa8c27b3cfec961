package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.OTHER_KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static dev.prlease.testkit.SampleLeases.plain;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.CollectRequest.Mode;
import dev.prlease.spi.Collectable;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Collected.Kept;
import dev.prlease.spi.Collected.Kind;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.SystemClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.ThrowingConsumer;

/**
 * GC-1 to GC-8, for stores that are {@link Collectable}. What was written a moment ago is old when
 * seen from the next days.
 */
@DisplayNameGeneration(RuleNames.class)
abstract class CollectRules extends StoreSuite {
  private static final int THREADS = 4;
  private static final int ROUNDS = 60;

  private final Instant tomorrow = new SystemClock().now().plus(Duration.ofDays(2));

  private Stream<DynamicTest> collecting(ThrowingConsumer<? super Collectable> test) {
    return with(
        store() instanceof Collectable collectable ? Optional.of(collectable) : Optional.empty(),
        "Collectable",
        test);
  }

  private CollectRequest before(Instant releasedBefore) {
    return new CollectRequest(
        releasedBefore, Instant.EPOCH, Mode.REMOVE, Optional.empty(), () -> true);
  }

  private CollectRequest everything() {
    return before(tomorrow);
  }

  private LeaseSlot released(LeaseKey key) {
    LeaseSlot held = hold(store(), holding(key, ALICE, 10));
    return vacate(store(), key, held, Fence.NONE);
  }

  private static List<String> names(Collected collected, Kind kind) {
    return collected.removed().stream()
        .filter(item -> item.kind() == kind)
        .map(Collected.Item::name)
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> GC_1_a_record_stays_live_or_expired_however_old() {
    return collecting(
        collectable -> {
          LeaseSlot live = hold(store(), holding(KEY, ALICE, 10));
          LeaseRecord longGone = holding(OTHER_KEY, BOB, 10);
          LeaseSlot expired = hold(store(), longGone.refreshed(Instant.EPOCH, SampleLeases.TTL));
          Collected collected = collectable.collect(everything());
          assertThat(collected.removed()).isEmpty();
          assertThat(collected.count(Kept.RECORD)).isEqualTo(2);
          assertThat(store().load(KEY)).isEqualTo(live);
          assertThat(store().load(KEY).version()).isEqualTo(live.version());
          assertThat(store().load(OTHER_KEY)).isEqualTo(expired);
        });
  }

  @TestFactory
  Stream<DynamicTest> GC_1_what_is_unreadable_stays() {
    return with(
        place().raw().filter(raw -> store() instanceof Collectable),
        "Collectable, with RawSlots",
        raw -> {
          raw.write(KEY, "{\"record\":".getBytes(UTF_8));
          Collected collected = ((Collectable) store()).collect(everything());
          assertThat(collected.removed()).isEmpty();
          assertThat(collected.count(Kept.UNREADABLE)).isEqualTo(1);
          assertThat(store().load(KEY)).isInstanceOf(LeaseSlot.Unreadable.class);
        });
  }

  @TestFactory
  Stream<DynamicTest> GC_2_what_was_vacated_before_then_goes_and_nothing_younger() {
    return collecting(
        collectable -> {
          LeaseSlot vacant = released(KEY);
          Collected young = collectable.collect(before(Instant.EPOCH));
          assertThat(young.removed()).isEmpty();
          assertThat(young.count(Kept.RECENT)).isEqualTo(1);
          assertThat(store().load(KEY).version()).isEqualTo(vacant.version());
          Collected old = collectable.collect(everything());
          assertThat(names(old, Kind.SLOT)).hasSize(1).doesNotContain("");
          assertThat(old.count(Kept.RECENT)).isZero();
          assertThat(collectable.collect(everything()).removed()).isEmpty();
        });
  }

  @TestFactory
  Stream<DynamicTest> GC_2_a_fence_that_the_clock_has_not_reached_keeps_its_slot() {
    return collecting(
        collectable -> {
          LeaseSlot held = hold(store(), holding(KEY, ALICE, 10));
          Fence ahead = Fence.at(tomorrow);
          vacate(store(), KEY, held, ahead);
          Collected collected = collectable.collect(everything());
          assertThat(collected.removed()).isEmpty();
          assertThat(collected.count(Kept.RECENT)).isEqualTo(1);
          assertThat(store().load(KEY).fence()).isEqualTo(ahead);
          assertThat(collectable.collect(before(tomorrow.plusMillis(1))).removed()).hasSize(1);
        });
  }

  @TestFactory
  Stream<DynamicTest> GC_3_a_removed_slot_is_as_one_never_written() {
    return collecting(
        collectable -> {
          LeaseSlot neverWritten = store().load(OTHER_KEY);
          LeaseSlot before = released(KEY);
          collectable.collect(everything());
          assertThat(store().load(KEY)).isEqualTo(neverWritten);
          LeaseRecord next = holding(KEY, BOB, 20);
          refuse(store(), KEY, Expected.exactly(before.version()), Change.hold(next));
          LeaseSlot held = hold(store(), next);
          assertThat(held.fence()).isEqualTo(new Fence(20));
          refuse(store(), KEY, Expected.exactly(before.version()), Change.vacate(Fence.NONE));
        });
  }

  @TestFactory
  Stream<DynamicTest> GC_3_other_openings_see_the_removal() {
    return with(
        another().filter(Collectable.class::isInstance),
        "Collectable, with another opening",
        other -> {
          LeaseSlot before = released(KEY);
          assertThat(((Collectable) other).collect(everything()).removed()).hasSize(1);
          assertThat(store().load(KEY)).isEqualTo(store().load(OTHER_KEY));
          refuse(
              store(), KEY, Expected.exactly(before.version()), Change.hold(holding(KEY, BOB, 20)));
        });
  }

  @TestFactory
  Stream<DynamicTest> GC_4_a_dry_run_tells_what_a_run_removes_and_leaves_it() {
    return collecting(
        collectable -> {
          LeaseSlot before = released(KEY);
          hold(store(), holding(OTHER_KEY, BOB, 10));
          Collected dry =
              collectable.collect(
                  new CollectRequest(
                      tomorrow, tomorrow, Mode.DRY_RUN, Optional.empty(), () -> true));
          assertThat(store().load(KEY).version()).isEqualTo(before.version());
          Collected real =
              collectable.collect(
                  new CollectRequest(
                      tomorrow, tomorrow, Mode.REMOVE, Optional.empty(), () -> true));
          assertThat(dry).isEqualTo(real);
          assertThat(names(real, Kind.SLOT)).hasSize(1);
        });
  }

  @TestFactory
  Stream<DynamicTest> GC_5_what_was_archived_before_then_goes_and_nothing_younger() {
    return with(
        place().raw().filter(raw -> store() instanceof Collectable),
        "Collectable, with RawSlots",
        raw -> {
          raw.write(KEY, "{\"record\":".getBytes(UTF_8));
          swap(
              store(),
              KEY,
              Expected.exactly(store().load(KEY).version()),
              Change.hold(holding(KEY, ALICE, 10)));
          if (raw.archived(KEY).isEmpty()) {
            return; // rule LS-11 is for another test
          }
          Collectable collectable = (Collectable) store();
          assertThat(collectable.collect(everything()).removed()).isEmpty();
          assertThat(raw.archived(KEY)).hasSize(1);
          Collected collected =
              collectable.collect(
                  new CollectRequest(
                      Instant.EPOCH, tomorrow, Mode.REMOVE, Optional.empty(), () -> true));
          assertThat(names(collected, Kind.ARCHIVED)).hasSize(1);
          assertThat(raw.archived(KEY)).isEmpty();
          assertThat(store().load(KEY)).isInstanceOf(LeaseSlot.Held.class);
        });
  }

  @TestFactory
  Stream<DynamicTest> GC_6_who_goes_on_where_the_last_call_ended_has_seen_all_in_the_end() {
    return collecting(
        collectable -> {
          int slots = 7;
          for (int i = 1; i <= slots; i++) {
            LeaseKey key = LeaseKey.pullRequest("acme/app", i);
            if (i % 2 == 0) {
              hold(store(), holding(key, BOB, 10));
            } else {
              released(key);
            }
          }
          List<Collected.Item> removed = new ArrayList<>();
          int kept = 0;
          Optional<String> after = Optional.empty();
          for (int calls = 1; ; calls++) {
            AtomicInteger left = new AtomicInteger(2);
            Collected part =
                collectable.collect(
                    new CollectRequest(
                        tomorrow,
                        Instant.EPOCH,
                        Mode.REMOVE,
                        after,
                        () -> left.getAndDecrement() > 0));
            assertThat(part.removed().size() + part.count(Kept.RECORD))
                .as("slots looked at by call %d, which may look at two", calls)
                .isLessThanOrEqualTo(2);
            removed.addAll(part.removed());
            kept += part.count(Kept.RECORD);
            after = part.next();
            if (after.isEmpty()) {
              break;
            }
            assertThat(calls).as("calls so far, of two slots each").isLessThan(2 * slots);
          }
          assertThat(removed).hasSize(4).doesNotHaveDuplicates();
          assertThat(kept).isEqualTo(3);
        });
  }

  @TestFactory
  Stream<DynamicTest> GC_7_what_stands_in_the_way_of_one_keeps_no_other() {
    return with(
        place().obstacle().filter(obstacle -> store() instanceof Collectable),
        "Collectable, with an obstacle",
        obstacle -> {
          released(KEY);
          released(OTHER_KEY);
          Runnable clear = obstacle.put(OTHER_KEY);
          Collected collected = ((Collectable) store()).collect(everything());
          clear.run();
          assertThat(names(collected, Kind.SLOT)).hasSize(1);
          assertThat(collected.count(Kept.TROUBLED)).isEqualTo(1);
          assertThat(collected.troubles())
              .singleElement()
              .satisfies(trouble -> assertThat(trouble.getMessage()).isNotBlank());
          assertThat(store().load(OTHER_KEY).fence()).isEqualTo(new Fence(10));
        });
  }

  @TestFactory
  Stream<DynamicTest> GC_8_while_others_collect_each_exchange_has_one_winner() {
    return collecting(this::collectAmongRacers);
  }

  /** All take the key and give it back, and all collect; whoever is in must be alone. */
  private void collectAmongRacers(Collectable collectable) {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger taken = new AtomicInteger();
    AtomicInteger removed = new AtomicInteger();
    try (Crew crew = new Crew(THREADS)) {
      crew.together(
          thread ->
              () -> {
                LeaseStore own = store();
                for (int i = 0; i < ROUNDS; i++) {
                  LeaseRecord mine = holding(KEY, thread % 2 == 0 ? ALICE : BOB, 1 + i);
                  Exchange answer =
                      own.compareAndExchange(KEY, Expected.vacant(), Change.hold(mine));
                  if (answer instanceof Exchange.Swapped) {
                    assertThat(inside.incrementAndGet()).as("who hold the key").isEqualTo(1);
                    taken.incrementAndGet();
                    collectable.collect(everything());
                    inside.decrementAndGet();
                    vacate(own, KEY, answer.slot(), Fence.NONE);
                  }
                  removed.addAndGet(collectable.collect(everything()).removed().size());
                }
                return thread;
              });
    }
    assertThat(taken.get()).as("holdings").isGreaterThanOrEqualTo(removed.get()).isPositive();
    assertThat(removed.get()).as("removals").isPositive();
  }

  @TestFactory
  Stream<DynamicTest> GC_8_a_closed_store_collects_nothing() {
    return collecting(
        collectable -> {
          store().close();
          assertThatThrownBy(() -> collectable.collect(everything()))
              .isInstanceOf(LeaseStoreException.class);
        });
  }

  @TestFactory
  Stream<DynamicTest> GC_2_a_slot_without_a_fence_goes_by_the_time_of_its_write_or_stays() {
    return with(
        place().raw().filter(raw -> store() instanceof Collectable),
        "Collectable, with RawSlots",
        raw -> {
          raw.writeAsOlderProgram(KEY, Optional.of(plain(KEY, ALICE)));
          raw.writeAsOlderProgram(KEY, Optional.empty());
          Collectable collectable = (Collectable) store();
          assertThat(collectable.collect(before(Instant.EPOCH)).removed()).isEmpty();
          Collected old = collectable.collect(everything());
          assertThat(old.count(Kind.SLOT) + old.count(Kept.RECENT)).isEqualTo(1);
        });
  }
}

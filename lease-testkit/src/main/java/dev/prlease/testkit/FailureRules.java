package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.Registration;
import dev.prlease.spi.Watchable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** LS-13, LS-18, and the optional capabilities: unknown outcomes, closing, watching. */
@DisplayNameGeneration(RuleNames.class)
abstract class FailureRules extends StoreSuite {
  @TestFactory
  Stream<DynamicTest> LS_13_a_lost_answer_is_an_unknown_outcome_and_lands_in_time_or_never() {
    return with(
        place().openLosingNextAnswer(),
        "openLosingNextAnswer",
        losing -> {
          Change change = Change.hold(holding(KEY, ALICE, 10));
          try (losing) {
            Throwable thrown =
                catchThrowable(() -> losing.compareAndExchange(KEY, Expected.vacant(), change));
            assertThat(thrown).isInstanceOf(LeaseStoreException.class);
            assertThat(((LeaseStoreException) thrown).outcome())
                .as("what the error says about the write")
                .isEqualTo(LeaseStoreException.Outcome.UNKNOWN);
          }
          LeaseSlot slot = store().load(KEY);
          if (slot instanceof LeaseSlot.Held held) {
            assertThat(held.writeId()).as("the write that landed").contains(change.writeId());
            assertThat(held.record().owner()).isEqualTo(ALICE);
          }
        });
  }

  @Test
  void LS_13_the_late_write_bound_is_neither_negative_nor_endless() {
    assertThat(store().lateWriteBound()).isBetween(Duration.ZERO, Duration.ofMinutes(10));
  }

  @Test
  void LS_18_closing_twice_is_allowed_and_any_other_call_afterwards_fails() {
    hold(store(), holding(KEY, ALICE, 10));
    store().close();
    store().close();
    assertClosed("load", () -> store().load(KEY));
    assertClosed(
        "compareAndExchange",
        () ->
            store()
                .compareAndExchange(KEY, Expected.vacant(), Change.hold(holding(KEY, ALICE, 10))));
    assertClosed("list", () -> store().list(LeaseFilter.ALL));
    assertClosed("store", () -> store().store(holding(KEY, ALICE, 10)));
  }

  private static void assertClosed(String method, Runnable call) {
    assertThat(catchThrowable(call::run))
        .as("%s after close", method)
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            error ->
                assertThat(error.outcome())
                    .as("a closed store has written nothing")
                    .isEqualTo(LeaseStoreException.Outcome.NOT_WRITTEN));
  }

  @TestFactory
  Stream<DynamicTest> LS_18_closing_one_opening_leaves_the_others_and_the_slots() {
    return with(
        another(),
        "a second opening",
        other -> {
          LeaseSlot slot = hold(other, holding(KEY, ALICE, 10));
          other.close();
          assertThat(store().load(KEY)).isEqualTo(slot);
          assertThat(open().load(KEY)).as("opened again").isEqualTo(slot);
          replace(store(), slot, holding(KEY, BOB, 11));
        });
  }

  @Test
  void the_location_names_the_store_for_people() {
    assertThat(store().location()).contains(":").doesNotContain("\n");
  }

  @TestFactory
  Stream<DynamicTest> a_watchable_store_tells_of_changes_until_the_watch_is_closed() {
    Optional<Watchable> watchable =
        store() instanceof Watchable offers ? Optional.of(offers) : Optional.empty();
    return with(watchable, "Watchable", this::tellsOfChanges);
  }

  private void tellsOfChanges(Watchable watchable) throws InterruptedException {
    CountDownLatch told = new CountDownLatch(1);
    Registration watch = watchable.watch(KEY, told::countDown);
    Registration failing =
        watchable.watch(
            KEY,
            () -> {
              throw new IllegalStateException("a watcher that fails");
            });
    LeaseSlot slot = hold(store(), holding(KEY, ALICE, 10));
    assertThat(told.await(60, TimeUnit.SECONDS)).as("the watcher was told").isTrue();
    watch.close();
    watch.close();
    failing.close();
    for (int fence : List.of(11, 12)) {
      slot = replace(store(), slot, holding(KEY, ALICE, fence));
    }
  }
}

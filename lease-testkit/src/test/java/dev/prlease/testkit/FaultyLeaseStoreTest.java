package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.LeaseStoreException.Outcome;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FaultyLeaseStoreTest {
  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler =
      new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
  private final ReferenceStore behind = new ReferenceStore(new ReferenceStore.Place());
  private final FaultyLeaseStore store =
      new FaultyLeaseStore(behind, scheduler, Duration.ofSeconds(5));

  private Outcome exchangeFails() {
    return catchThrowableOfType(LeaseStoreException.class, this::exchange).outcome();
  }

  private Exchange exchange() {
    return store.compareAndExchange(KEY, Expected.vacant(), Change.hold(holding(KEY, ALICE, 10)));
  }

  private boolean isHeld() {
    return behind.load(KEY) instanceof LeaseSlot.Held;
  }

  @Test
  void failing_before_the_commit_writes_nothing_and_says_so() {
    store.next(Operation.EXCHANGE, Fault.failBefore());
    assertThat(exchangeFails()).isEqualTo(Outcome.NOT_WRITTEN);
    assertThat(isHeld()).isFalse();
    exchange();
    assertThat(isHeld()).as("the fault was used up").isTrue();
  }

  @Test
  void a_lost_answer_was_written_and_a_lost_request_was_not() {
    store.next(Operation.EXCHANGE, Fault.loseRequest(), Fault.loseAnswer());
    assertThat(exchangeFails()).isEqualTo(Outcome.UNKNOWN);
    assertThat(isHeld()).isFalse();
    assertThat(exchangeFails()).isEqualTo(Outcome.UNKNOWN);
    assertThat(isHeld()).isTrue();
  }

  @Test
  void a_late_write_lands_when_its_time_has_come_and_only_within_the_bound() {
    store.next(Operation.EXCHANGE, Fault.landLate(Duration.ofSeconds(3)));
    assertThat(exchangeFails()).isEqualTo(Outcome.UNKNOWN);
    scheduler.advance(Duration.ofSeconds(2));
    assertThat(isHeld()).isFalse();
    scheduler.advance(Duration.ofSeconds(1));
    assertThat(isHeld()).isTrue();
    store.next(Operation.EXCHANGE, Fault.landLate(Duration.ofSeconds(6)));
    assertThatThrownBy(this::exchange).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void delays_take_virtual_time_before_or_after_the_commit() {
    Instant start = clock.now();
    store.next(Operation.EXCHANGE, Fault.delayBefore(Duration.ofSeconds(2)));
    exchange();
    assertThat(clock.now()).isEqualTo(start.plusSeconds(2));
    store.next(Operation.LOAD, Fault.delayAfter(Duration.ofSeconds(1)));
    store.load(KEY);
    assertThat(clock.now()).isEqualTo(start.plusSeconds(3));
  }

  @Test
  void another_session_can_act_in_the_middle() {
    store.next(Operation.LOAD, Fault.then(() -> behind.store(holding(KEY, BOB, 7))));
    assertThat(store.load(KEY)).as("loaded before").isInstanceOf(LeaseSlot.Vacant.class);
    assertThat(exchange()).as("exchanged after").isInstanceOf(Exchange.Refused.class);
  }

  @Test
  void a_repair_names_each_exchange_that_it_sends_anew() {
    store.next(Operation.EXCHANGE, Fault.first(() -> behind.store(holding(KEY, BOB, 7))));
    store.remove(KEY);
    assertThat(store.calls(Operation.EXCHANGE))
        .hasSize(2)
        .extracting(call -> call.change().orElseThrow().writeId())
        .doesNotHaveDuplicates();
  }

  @Test
  void calls_are_remembered_and_an_unreachable_store_heals() {
    store.unreachable();
    assertThatThrownBy(() -> store.load(KEY)).isInstanceOf(LeaseStoreException.class);
    assertThatThrownBy(() -> store.list(LeaseFilter.ALL)).isInstanceOf(LeaseStoreException.class);
    store.heal();
    store.load(KEY);
    assertThat(store.calls())
        .extracting(StoreCall::operation)
        .containsExactly(Operation.LOAD, Operation.LIST, Operation.LOAD);
  }

  @Test
  void random_faults_are_the_same_for_the_same_seed() {
    List<Fault> faults = List.of(Fault.failBefore(), Fault.loseAnswer());
    assertThat(dealt(FaultPlan.random(42, 0.5, faults)))
        .isEqualTo(dealt(FaultPlan.random(42, 0.5, faults)))
        .contains(Fault.none(), Fault.failBefore(), Fault.loseAnswer());
    assertThat(FaultPlan.random(42, 0.5, faults).toString()).contains("seed 42");
  }

  private static List<Fault> dealt(FaultPlan plan) {
    StoreCall call =
        new StoreCall(
            1,
            Operation.LIST,
            java.util.Optional.empty(),
            java.util.Optional.empty(),
            java.util.Optional.empty());
    return java.util.stream.Stream.generate(() -> plan.faultFor(call)).limit(50).toList();
  }

  @Test
  void a_spoilt_slot_is_unreadable_until_it_is_replaced() {
    UnreadableSlots spoilt = new UnreadableSlots(behind);
    spoilt.spoil(KEY, LeaseSlot.Defect.CORRUPT);
    LeaseSlot slot = spoilt.load(KEY);
    assertThat(slot).isInstanceOf(LeaseSlot.Unreadable.class);
    assertThat(spoilt.list(LeaseFilter.ALL)).extracting(StoreSuite::slotOf).containsExactly(slot);
    assertThat(spoilt.list(LeaseFilter.ALL.ofRepo(KEY))).isEmpty();
    assertThat(
            spoilt.compareAndExchange(KEY, Expected.vacant(), Change.hold(holding(KEY, ALICE, 10))))
        .isInstanceOfSatisfying(
            Exchange.Refused.class, refused -> assertThat(refused.slot()).isEqualTo(slot));
    assertThat(
            spoilt.compareAndSet(
                KEY, Expected.exactly(slot.version()), Change.hold(holding(KEY, ALICE, 10))))
        .isTrue();
    assertThat(spoilt.load(KEY)).isInstanceOf(LeaseSlot.Held.class);
    assertThat(spoilt.archived()).containsExactly(KEY);
  }
}

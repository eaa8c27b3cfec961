package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.LeaseStoreException.Outcome;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** P7: answers that are lost, and writes that land late (lessons L37, L38). */
@DisplayNameGeneration(RuleNames.class)
abstract class UnknownOutcomeRules extends ManagerSuite {
  @Test
  void P7_L37_an_acquire_whose_answer_was_lost_is_settled_by_reading() {
    FaultyLeaseStore store = faulty();
    store.next(Operation.EXCHANGE, Fault.loseAnswer());
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    lease.assertOwned();
    assertThat(held().grantId()).contains(lease.grantId());
    assertThat(store.calls(Operation.EXCHANGE)).as("sent once").hasSize(1);
    lease.release();
    assertFree();
  }

  @Test
  void P7_an_acquire_whose_request_was_lost_is_sent_again_once_it_can_land_no_more() {
    FaultyLeaseStore store = faulty();
    store.next(Operation.EXCHANGE, Fault.loseRequest());
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    lease.assertOwned();
    assertThat(held().grantId()).contains(lease.grantId());
  }

  @Test
  void P7_an_acquire_that_lands_late_is_one_grant_and_not_two() {
    for (Duration late :
        new Duration[] {Duration.ofMillis(1), Duration.ofSeconds(2), Duration.ofSeconds(5)}) {
      FaultyLeaseStore store = faulty();
      store.next(Operation.EXCHANGE, Fault.landLate(late));
      PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
      pass(Duration.ofSeconds(10));
      lease.assertOwned();
      assertThat(held().grantId()).as("landed %s late", late).contains(lease.grantId());
      lease.release();
      assertFree();
      pass(Duration.ofSeconds(10));
      assertFree();
    }
  }

  @Test
  void P7_a_late_acquire_does_not_overtake_another_sessions_lease() {
    FaultyLeaseStore store = faulty();
    store.next(Operation.EXCHANGE, Fault.landLate(Duration.ofSeconds(4)));
    store.next(Operation.LOAD, Fault.first(() -> manager().acquire(KEY, BOB, TTL)));
    LeaseManager alice = manager(store);
    assertThat(alice.tryAcquire(KEY, ALICE, TTL)).isInstanceOf(Acquisition.Held.class);
    pass(Duration.ofSeconds(10));
    assertThat(held().owner()).isEqualTo(BOB);
  }

  @Test
  void P7_L38_an_acquire_that_stays_unknown_says_so_and_is_given_back_when_it_turns_up() {
    FaultyLeaseStore store = faulty();
    store.next(Operation.EXCHANGE, Fault.loseAnswer());
    store.plan(call -> Fault.failBefore());
    LeaseManager manager = manager(store);
    LeaseStoreException error =
        catchThrowableOfType(LeaseStoreException.class, () -> manager.acquire(KEY, ALICE, TTL));
    assertThat(error).as("the acquire's error").isNotNull();
    assertThat(error.outcome()).isEqualTo(Outcome.UNKNOWN);
    assertHeldByAlice();
    store.heal();
    pass(Duration.ofMinutes(1));
    assertFree();
  }

  @Test
  void P7_a_release_whose_answer_was_lost_is_settled() {
    for (Fault fault : new Fault[] {Fault.loseAnswer(), Fault.loseRequest()}) {
      FaultyLeaseStore store = faulty();
      PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
      store.next(Operation.EXCHANGE, fault);
      lease.release();
      assertFree();
    }
  }

  @Test
  void P7_a_release_that_lands_late_does_not_free_the_next_holder() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    store.next(Operation.EXCHANGE, Fault.landLate(Duration.ofSeconds(4)));
    lease.release();
    assertFree();
    PrLease bobs = manager().acquire(KEY, BOB, TTL);
    pass(Duration.ofSeconds(10));
    bobs.assertOwned();
  }

  @Test
  void P7_a_renewal_whose_answer_was_lost_is_settled() {
    for (Fault fault :
        new Fault[] {
          Fault.loseAnswer(), Fault.loseRequest(), Fault.landLate(Duration.ofSeconds(3))
        }) {
      FaultyLeaseStore store = faulty();
      PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
      pass(Duration.ofMinutes(10));
      store.next(Operation.EXCHANGE, fault);
      lease.renew();
      pass(Duration.ofSeconds(10));
      lease.assertOwned(Duration.ofMinutes(14));
      lease.renew();
      lease.release();
      assertFree();
    }
  }

  @Test
  void P7_L25_a_renewal_that_stays_unknown_leaves_the_old_deadline() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(10));
    store.next(Operation.EXCHANGE, Fault.loseAnswer());
    store.plan(call -> Fault.failBefore());
    LeaseStoreException error = catchThrowableOfType(LeaseStoreException.class, lease::renew);
    assertThat(error).as("the renewal's error").isNotNull();
    assertThat(error.outcome()).isEqualTo(Outcome.UNKNOWN);
    assertThat(lease.expiresAt()).isEqualTo(ManualClock.START.plus(TTL.duration()));
    store.heal();
    lease.assertOwned();
  }

  @Test
  void P7_a_handle_that_is_lost_while_a_write_is_unsettled_is_released_by_a_further_exchange() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    pass(TTL.duration().minusSeconds(1));
    // The renewal is on its way, the deadline passes while it is looked for, and then it would
    // land.
    store.next(Operation.EXCHANGE, Fault.landLate(Duration.ofSeconds(4)));
    store.next(Operation.LOAD, Fault.delayAfter(Duration.ofSeconds(2)));
    assertExpired(lease::renew);
    pass(Duration.ofMinutes(1));
    assertFree();
  }

  @Test
  void P7_a_request_that_the_driver_sent_twice_is_recognised_by_its_write_id() {
    FaultyLeaseStore store = faulty();
    LeaseManager manager = manager(store);
    store.plan(
        call ->
            call.operation() == Operation.EXCHANGE && call.expected().isPresent()
                ? Fault.first(
                    () -> {
                      var unused =
                          store()
                              .compareAndExchange(
                                  KEY, call.expected().get(), call.change().orElseThrow());
                    })
                : Fault.none());
    PrLease lease = manager.acquire(KEY, ALICE, TTL);
    lease.assertOwned();
    lease.renew();
    lease.release();
    assertFree();
  }

  @Test
  void P7_an_undeclared_failure_of_a_store_counts_as_unknown() {
    FaultyLeaseStore store = faulty();
    store.next(
        Operation.EXCHANGE, Fault.throwing(() -> new IllegalStateException("a driver's bug")));
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    lease.assertOwned();
  }

  @Test
  void P7_an_adoption_whose_answer_was_lost_is_settled() {
    manager().acquire(KEY, ALICE, TTL).detach();
    FaultyLeaseStore store = faulty();
    store.next(Operation.EXCHANGE, Fault.loseAnswer());
    PrLease lease = manager(store).adopt(KEY, ALICE, BOB, TTL);
    lease.assertOwned();
    assertThat(held().owner()).isEqualTo(BOB);
  }
}

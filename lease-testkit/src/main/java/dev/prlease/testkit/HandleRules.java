package dev.prlease.testkit;

import static dev.prlease.api.NotOwnerException.Reason.FOREIGN;
import static dev.prlease.api.NotOwnerException.Reason.NONE;
import static dev.prlease.api.NotOwnerException.Reason.SUPERSEDED;
import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.CorruptRecordException;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.AuditEvent;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** P2 to P4, P12: what a handle may do, and when it is over. */
@DisplayNameGeneration(RuleNames.class)
abstract class HandleRules extends ManagerSuite {
  @Test
  void P2_L5_a_stale_handle_neither_renews_nor_frees_its_successors_grant() {
    PrLease stale = manager().acquire(KEY, ALICE, TTL);
    PrLease current = manager().acquire(KEY, ALICE, TTL);
    LeaseSlot slot = slot();
    assertNotOwner(SUPERSEDED, stale::renew);
    stale.release();
    stale.close();
    assertThat(slot()).as("the slot").isEqualTo(slot);
    current.assertOwned();
    current.renew();
  }

  @Test
  void P2_a_stale_handle_of_an_earlier_holding_does_not_assert() {
    PrLease stale = manager().acquire(KEY, ALICE, TTL);
    manager().releaseSession(KEY, ALICE);
    PrLease current = manager().acquire(KEY, ALICE, TTL);
    assertNotOwner(SUPERSEDED, stale::assertOwned);
    stale.release();
    current.assertOwned();
  }

  @Test
  void P2_the_last_of_several_handles_of_one_manager_frees_the_holding() {
    for (boolean oldestFirst : List.of(true, false)) {
      LeaseManager manager = manager();
      PrLease one = manager.acquire(KEY, ALICE, TTL);
      PrLease two = manager.acquire(KEY, ALICE, TTL);
      PrLease three = manager.acquire(KEY, ALICE, TTL);
      List<PrLease> order = oldestFirst ? List.of(one, two, three) : List.of(three, two, one);
      order.get(0).close();
      assertHeldByAlice();
      order.get(2).assertOwned();
      order.get(1).close();
      order.get(1).close();
      assertHeldByAlice();
      order.get(2).assertOwned();
      order.get(2).close();
      assertFree();
    }
  }

  @Test
  void P2_lost_and_released_are_final_for_a_handle() {
    LeaseManager manager = manager();
    PrLease released = manager.acquire(KEY, ALICE, TTL);
    released.release();
    assertNotOwner(NONE, released::assertOwned);
    PrLease lost = manager.acquire(KEY, ALICE, TTL);
    pass(TTL.duration());
    assertExpired(lost::assertOwned);
    manager.acquire(KEY, ALICE, TTL);
    assertThatThrownBy(released::assertOwned).as("released, then acquired again").isNotNull();
    assertThatThrownBy(released::renew).isNotNull();
    assertThatThrownBy(lost::assertOwned).as("lost, then acquired again").isNotNull();
    assertThatThrownBy(lost::renew).isNotNull();
    lost.release();
    assertHeldByAlice();
  }

  @Test
  void P3_assertOwned_tells_none_foreign_and_expired_apart() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    manager().breakLease(KEY, BOB, "test");
    assertNotOwner(NONE, lease::assertOwned);

    PrLease second = manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration());
    manager().acquire(KEY, BOB, TTL);
    pass(TTL.duration());
    assertNotOwner(FOREIGN, second::assertOwned);

    PrLease third = manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration());
    assertExpired(third::assertOwned);
  }

  @Test
  void P3_assertOwned_of_an_unreadable_record_is_corrupt() {
    UnreadableSlots spoilt = new UnreadableSlots(store());
    PrLease lease = manager(spoilt).acquire(KEY, ALICE, TTL);
    spoilt.spoil(KEY, LeaseSlot.Defect.CORRUPT);
    assertThatThrownBy(lease::assertOwned).isInstanceOf(CorruptRecordException.class);
  }

  @Test
  void P3_assertOwned_reads_the_store_each_time_and_writes_nothing() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    store.forgetCalls();
    lease.assertOwned();
    lease.assertOwned();
    assertThat(store.calls())
        .extracting(StoreCall::operation)
        .containsExactly(Operation.LOAD, Operation.LOAD);
    store.unreachable();
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseStoreException.class);
    store.heal();
    lease.assertOwned();
  }

  @Test
  void P3_L24_a_read_that_returns_after_the_deadline_does_not_assert() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    pass(TTL.duration().minusSeconds(1));
    store.next(Operation.LOAD, Fault.delayAfter(Duration.ofSeconds(1)));
    assertExpired(lease::assertOwned);
  }

  @Test
  void P3_assertOwned_demands_the_time_that_an_action_needs() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    lease.assertOwned(TTL.duration());
    pass(Duration.ofMillis(1));
    assertExpired(() -> lease.assertOwned(TTL.duration()));
    lease.assertOwned(TTL.duration().minusMillis(1));
    lease.renew();
    lease.assertOwned(TTL.duration());
  }

  @Test
  void P4_L32_renew_never_revives_an_expired_lease() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration());
    LeaseSlot before = slot();
    assertExpired(lease::renew);
    assertThat(slot()).as("nothing was written").isEqualTo(before);
  }

  @Test
  void P4_renew_resets_the_time_may_set_a_ttl_and_keeps_fence_start_and_grant() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(3));
    lease.renew(Ttl.ofSeconds(60));
    assertThat(held().acquiredAt()).isEqualTo(clock.now());
    assertThat(held().ttl()).isEqualTo(Ttl.ofSeconds(60));
    assertThat(held().fence()).isEqualTo(lease.fence());
    assertThat(held().grantId()).contains(lease.grantId());
    assertThat(held().grantedAt()).contains(ManualClock.START);
    assertThat(lease.remaining()).isEqualTo(Duration.ofSeconds(60));
    lease.renew();
    assertThat(held().ttl()).as("the TTL stays").isEqualTo(Ttl.ofSeconds(60));
  }

  @Test
  void P4_L24_a_renewal_whose_answer_comes_after_the_deadline_is_lost_and_given_back() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    pass(TTL.duration().minusSeconds(1));
    store.next(Operation.EXCHANGE, Fault.delayAfter(Duration.ofSeconds(2)));
    assertExpired(lease::renew);
    assertExpired(lease::assertOwned);
    pass(Duration.ofMinutes(1));
    assertFree();
  }

  @Test
  void P4_L24_the_deadline_counts_from_before_the_renewal_was_sent() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    Instant sent = clock.now();
    store.next(Operation.EXCHANGE, Fault.delayBefore(Duration.ofMinutes(5)));
    lease.renew();
    assertThat(lease.expiresAt()).isEqualTo(sent.plus(TTL.duration()));
    assertThat(lease.remaining()).isEqualTo(TTL.duration().minusMinutes(5));
  }

  @Test
  void P4_an_acquire_that_was_answered_after_its_own_deadline_grants_nothing_that_is_over() {
    FaultyLeaseStore store = faulty();
    store.next(Operation.EXCHANGE, Fault.delayAfter(TTL.duration()));
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    lease.assertOwned();
    assertThat(lease.remaining()).isPositive();
  }

  @Test
  void P4_renewing_what_another_session_took_is_not_owner() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    manager().breakLease(KEY, BOB, "test");
    manager().acquire(KEY, BOB, TTL);
    assertNotOwner(FOREIGN, lease::renew);
    assertThat(held().owner()).isEqualTo(BOB);
  }

  @Test
  void P12_L20_a_clock_set_back_never_extends_a_lease() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    clock.stepWall(Duration.ofHours(-1));
    lease.assertOwned();
    clock.advanceTicks(TTL.duration());
    assertThat(lease.remaining()).isZero();
    assertExpired(lease::assertOwned);
    assertExpired(lease::renew);
  }

  @Test
  void P12_L20_a_sleep_during_which_ticks_stood_still_hides_no_end() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    clock.stepWall(TTL.duration());
    assertExpired(lease::assertOwned);
    assertThat(manager().acquire(KEY, BOB, TTL).fence()).isGreaterThan(lease.fence());
  }

  @Test
  void L21_leases_cross_a_change_of_summer_time_by_their_length() {
    clock.set(Instant.parse("2026-03-29T00:55:00Z"));
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration().minusMillis(1));
    lease.assertOwned();
    pass(Duration.ofMillis(1));
    assertExpired(lease::assertOwned);
  }

  @Test
  void L34_the_next_call_tells_a_holder_that_it_has_lost_and_the_audit_tells_it_once() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    manager().breakLease(KEY, BOB, "test");
    assertNotOwner(NONE, lease::assertOwned);
    assertNotOwner(NONE, lease::assertOwned);
    assertThat(audit.ofType(AuditEvent.Type.LOST)).hasSize(1);
  }

  @Test
  void audit_sinks_that_fail_change_nothing_about_who_owns_what() {
    audit.failWith(new IllegalStateException("the audit's disk is full"));
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    lease.assertOwned();
    lease.renew();
    assertBobStandsDown();
    lease.release();
    assertFree();
  }
}

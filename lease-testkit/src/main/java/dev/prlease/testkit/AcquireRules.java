package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.ContentionException;
import dev.prlease.api.Fence;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseSlot.Defect;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.ListedLease;
import dev.prlease.core.Origin;
import dev.prlease.core.PrLease;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** P1, P2, P6: who may take what. */
@DisplayNameGeneration(RuleNames.class)
abstract class AcquireRules extends ManagerSuite {
  @Test
  void P1_a_free_key_is_acquired_in_one_round_trip() {
    FaultyLeaseStore counted = faulty();
    PrLease lease = manager(counted).acquire(KEY, ALICE, TTL);
    assertThat(counted.calls()).as("calls of the store").hasSize(1);
    assertThat(lease.origin()).isEqualTo(Origin.FRESH);
    counted.forgetCalls();
    lease.assertOwned();
    lease.renew();
    lease.release();
    assertThat(counted.calls())
        .as("assert, renew and release")
        .extracting(StoreCall::operation)
        .containsExactly(Operation.LOAD, Operation.EXCHANGE, Operation.EXCHANGE);
  }

  @Test
  void P1_a_live_lease_of_another_session_refuses_and_nothing_is_written() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    LeaseSlot before = slot();
    pass(Duration.ofMinutes(1));
    Acquisition answer = manager().tryAcquire(KEY, BOB, TTL);
    assertThat(answer).isInstanceOf(Acquisition.Held.class);
    AlreadyHeldException refusal = ((Acquisition.Held) answer).refusal();
    assertThat(refusal.owner()).isEqualTo(ALICE);
    assertThat(refusal.since()).isEqualTo(ManualClock.START);
    assertThat(refusal.until()).isEqualTo(lease.expiresAt());
    assertThat(refusal.fence()).isEqualTo(lease.fence());
    assertThat(refusal.store()).isEqualTo(store().location());
    assertThat(slot()).as("the slot").isEqualTo(before);
    assertThat(audit.types()).endsWith(AuditEvent.Type.STOOD_DOWN);
  }

  @Test
  void P1_L19_expiry_is_judged_by_the_records_own_ttl() {
    manager().acquire(KEY, ALICE, Ttl.ofSeconds(3600));
    pass(Duration.ofMinutes(10));
    assertThatThrownBy(() -> manager().acquire(KEY, BOB, Ttl.ofSeconds(60)))
        .as("a short TTL of the contender's changes nothing")
        .isInstanceOf(AlreadyHeldException.class);
  }

  @Test
  void P1_L3_an_unreadable_record_is_reclaimed_and_archived() {
    for (Defect defect : List.of(Defect.CORRUPT, Defect.UNSUPPORTED_VERSION)) {
      UnreadableSlots spoilt = new UnreadableSlots(store());
      spoilt.spoil(KEY, defect);
      LeaseManager manager = manager(spoilt);
      assertThat(manager.find(KEY).state()).isEqualTo(LeaseStatus.State.UNREADABLE);
      PrLease lease = manager.acquire(KEY, ALICE, TTL);
      assertThat(lease.origin()).isEqualTo(Origin.RECLAIMED);
      assertThat(spoilt.archived()).as("archived").containsExactly(KEY);
      assertThat(lease.fence())
          .as("an unreadable slot has no fence: the clock's")
          .isEqualTo(Fence.at(clock.now()));
      lease.release();
    }
    assertThat(audit.types())
        .contains(AuditEvent.Type.UNREADABLE_ARCHIVED, AuditEvent.Type.RECLAIMED);
  }

  @Test
  void P1_L2_of_two_that_reclaim_one_unreadable_record_one_stands_down() {
    UnreadableSlots spoilt = new UnreadableSlots(store());
    spoilt.spoil(KEY, Defect.CORRUPT);
    FaultyLeaseStore slow = new FaultyLeaseStore(spoilt, scheduler);
    // Bob has seen the unreadable record; before he writes, Alice reclaims it.
    slow.next(
        Operation.EXCHANGE,
        Fault.none(),
        Fault.first(() -> manager(spoilt).acquire(KEY, ALICE, TTL)));
    assertThatThrownBy(() -> manager(slow).acquire(KEY, BOB, TTL))
        .isInstanceOf(AlreadyHeldException.class);
    assertHeldByAlice();
  }

  @Test
  void P2_acquiring_again_keeps_the_fence_and_makes_a_new_grant() {
    PrLease first = manager().acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(5));
    PrLease again = manager().acquire(KEY, ALICE, Ttl.ofSeconds(60));
    assertThat(again.origin()).isEqualTo(Origin.AGAIN);
    assertThat(again.fence()).isEqualTo(first.fence());
    assertThat(again.grantId()).isNotEqualTo(first.grantId());
    assertThat(held().grantedAt()).as("the holding's start").contains(ManualClock.START);
    assertThat(held().acquiredAt()).isEqualTo(clock.now());
    assertThat(held().ttl()).isEqualTo(Ttl.ofSeconds(60));
  }

  @Test
  void P2_every_new_holding_has_a_greater_fence_also_when_the_clock_went_back() {
    Fence last = Fence.NONE;
    for (SessionId session : List.of(ALICE, BOB, ALICE, ALICE, BOB)) {
      PrLease lease = manager().acquire(KEY, session, TTL);
      assertThat(lease.fence()).as("fence after %s", last).isGreaterThan(last);
      last = lease.fence();
      lease.release();
      clock.stepWall(Duration.ofHours(-1));
    }
  }

  @Test
  void P2_the_fence_is_no_less_than_the_clock() {
    assertThat(manager().acquire(KEY, ALICE, TTL).fence()).isEqualTo(Fence.at(clock.now()));
  }

  @Test
  void P2_a_session_whose_lease_lapsed_starts_a_new_holding() {
    PrLease first = manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration());
    PrLease second = manager().acquire(KEY, ALICE, TTL);
    assertThat(second.origin()).isEqualTo(Origin.RECLAIMED);
    assertThat(second.fence()).isGreaterThan(first.fence());
  }

  @Test
  void P6_a_refused_exchange_is_decided_again_from_what_it_showed() {
    FaultyLeaseStore store = faulty();
    store.next(Operation.EXCHANGE, Fault.first(() -> manager().acquire(KEY, ALICE, TTL)));
    assertThatThrownBy(() -> manager(store).acquire(KEY, BOB, TTL))
        .isInstanceOf(AlreadyHeldException.class);
    assertThat(store.calls(Operation.EXCHANGE)).hasSize(1);
  }

  @Test
  void P6_contention_without_end_names_the_last_owner_seen() {
    FaultyLeaseStore store = faulty();
    // Before each of Bob's tries somebody takes the lease for a moment too long ago to count.
    store.plan(
        call ->
            call.operation() == Operation.EXCHANGE
                ? Fault.first(this::rewriteAsLongExpired)
                : Fault.none());
    ContentionException error =
        catchThrowableOfType(
            ContentionException.class, () -> manager(store).acquire(KEY, BOB, TTL));
    assertThat(error).as("contention").isNotNull();
    assertThat(error.lastOwner()).contains(ALICE);
    assertThat(store.calls().size()).as("tries, bounded").isLessThan(200);
  }

  private void rewriteAsLongExpired() {
    LeaseRecord old = SampleLeases.holding(KEY, ALICE, 7).refreshed(Instant.EPOCH, TTL);
    replace(store(), slot(), old);
  }

  @Test
  void P6_a_slot_that_looks_as_expected_but_refuses_is_a_refusal() {
    FaultyLeaseStore store = faulty();
    LeaseRecord same = SampleLeases.holding(KEY, ALICE, 7).refreshed(Instant.EPOCH, TTL);
    replace(store(), slot(), same);
    store.next(Operation.EXCHANGE, Fault.none(), Fault.first(this::rewriteAsLongExpired));
    PrLease lease = manager(store).acquire(KEY, BOB, TTL);
    lease.assertOwned();
    assertThat(held().owner()).isEqualTo(BOB);
  }

  @Test
  void L36_a_conflict_says_who_since_when_until_when_and_what_to_do() {
    manager().acquire(KEY, ALICE, TTL);
    AlreadyHeldException refusal = assertBobStandsDown();
    assertThat(refusal).hasMessageContaining("is already being driven by session " + ALICE);
    assertThat(refusal.nextStep()).contains(refusal.until().toString());
  }

  @Test
  void a_store_that_cannot_be_reached_is_an_error_and_never_free_or_held() {
    FaultyLeaseStore store = faulty().unreachable();
    LeaseManager manager = manager(store);
    assertThatThrownBy(() -> manager.acquire(KEY, ALICE, TTL))
        .isInstanceOf(LeaseStoreException.class);
    assertThatThrownBy(() -> manager.find(KEY)).isInstanceOf(LeaseStoreException.class);
    assertThatThrownBy(() -> manager.attach(KEY, ALICE)).isInstanceOf(LeaseStoreException.class);
    assertFree();
  }

  @Test
  void find_and_list_tell_how_leases_stand_and_write_nothing() {
    LeaseManager manager = manager();
    assertThat(manager.find(KEY).state()).isEqualTo(LeaseStatus.State.FREE);
    manager.acquire(KEY, ALICE, TTL);
    LeaseSlot before = slot();
    assertThat(manager.find(KEY).state()).isEqualTo(LeaseStatus.State.HELD);
    assertThat(manager.find(KEY).record().map(LeaseRecord::owner)).isEqualTo(Optional.of(ALICE));
    pass(TTL.duration());
    assertThat(manager.find(KEY).state()).isEqualTo(LeaseStatus.State.EXPIRED);
    assertThat(manager.list(LeaseFilter.ALL))
        .extracting(each -> ((ListedLease.Shown) each).status().state())
        .containsExactly(LeaseStatus.State.EXPIRED);
    assertThat(slot()).isEqualTo(before);
  }
}

package dev.prlease.testkit;

import static dev.prlease.api.NotOwnerException.Reason.FOREIGN;
import static dev.prlease.api.NotOwnerException.Reason.NONE;
import static dev.prlease.api.NotOwnerException.Reason.SUPERSEDED;
import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.GrantId;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.LeaseEnd;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.AuditEvent;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** P2 and P15: a lease that goes from one process of its session to another. */
@DisplayNameGeneration(RuleNames.class)
abstract class HandOverRules extends ManagerSuite {
  private static final Holder HEIR = Holder.ofProgram("heir");

  @Test
  void P2_a_lease_that_is_handed_over_is_the_same_holding_under_another_grant_and_holder() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(3));
    lease.handOver(HEIR);
    assertThat(held().owner()).isEqualTo(ALICE);
    assertThat(held().fence()).isEqualTo(lease.fence());
    assertThat(held().grantedAt()).contains(ManualClock.START);
    assertThat(held().holder()).contains(HEIR);
    assertThat(held().grantId()).isPresent().isNotEqualTo(lease.grantId());
    assertThat(held().expiresAt()).isEqualTo(clock.now().plus(TTL.duration()));
    assertThat(audit.types()).containsExactly(AuditEvent.Type.ACQUIRED, AuditEvent.Type.RENEWED);
  }

  @Test
  void P2_whoever_handed_a_lease_over_neither_renews_nor_frees_it() {
    LeaseManager manager = manager();
    PrLease lease = manager.acquire(KEY, ALICE, TTL);
    RecordingListener listener = new RecordingListener(clock);
    lease.keepAlive(KeepAliveOptions.DEFAULTS, listener);
    lease.handOver(HEIR);
    LeaseSlot handed = slot();
    assertNotOwner(SUPERSEDED, lease::renew);
    assertNotOwner(SUPERSEDED, () -> lease.handOver(HEIR));
    lease.release();
    lease.close();
    pass(TTL.duration().minusMillis(1));
    manager.close();
    assertThat(slot()).as("the slot").isEqualTo(handed);
    assertThat(listener.ends()).extracting("end").containsExactly(new LeaseEnd.Closed());
  }

  @Test
  void P2_the_heir_attaches_to_what_was_handed_over() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    lease.handOver(HEIR);
    PrLease heirs = manager().attach(KEY, ALICE);
    heirs.assertOwned();
    heirs.renew();
    assertThat(heirs.fence()).isEqualTo(lease.fence());
    assertThat(heirs.record().holder()).contains(HEIR);
    heirs.release();
    assertFree();
  }

  @Test
  void P15_of_two_heirs_of_one_session_only_the_last_gets_the_lease() {
    manager().acquire(KEY, ALICE, TTL).detach();
    GrantId first = manager().attach(KEY, ALICE).handOver(HEIR);
    PrLease idle = manager().attach(KEY, ALICE, first);
    GrantId second = idle.handOver(HEIR);
    LeaseSlot seconds = slot();
    assertNotOwner(SUPERSEDED, () -> manager().attach(KEY, ALICE, first));
    assertThat(slot()).isEqualTo(seconds);
    PrLease lease = manager().attach(KEY, ALICE, second);
    assertThat(lease.grantId()).isEqualTo(second);
    lease.release();
    assertFree();
    assertNotOwner(NONE, () -> manager().attach(KEY, ALICE, second));
  }

  @Test
  void P14_the_heir_attaches_to_what_an_older_program_rewrote_and_gives_it_its_grant_back() {
    GrantId heirs = manager().acquire(KEY, ALICE, TTL).handOver(HEIR);
    olderProgramRewrites(KEY);
    PrLease lease = manager().attach(KEY, ALICE, heirs);
    assertThat(lease.grantId()).isEqualTo(heirs);
    lease.renew();
    assertThat(held().grantId()).contains(heirs);
    lease.release();
    assertFree();
  }

  @Test
  void P15_a_later_holding_of_the_session_is_neither_changed_nor_extended() {
    PrLease lost = manager().acquire(KEY, ALICE, TTL);
    manager().breakLease(KEY, BOB, "test");
    manager().acquire(KEY, ALICE, TTL);
    LeaseSlot successors = slot();
    assertNotOwner(SUPERSEDED, () -> lost.handOver(HEIR));
    assertThat(slot()).as("the successor's slot").isEqualTo(successors);
  }

  @Test
  void P15_a_later_grant_of_the_holding_is_neither_changed_nor_extended() {
    PrLease stale = manager().acquire(KEY, ALICE, TTL);
    manager().acquire(KEY, ALICE, TTL);
    LeaseSlot successors = slot();
    assertNotOwner(SUPERSEDED, () -> stale.handOver(HEIR));
    assertThat(slot()).as("the successor's slot").isEqualTo(successors);
  }

  @Test
  void P15_what_began_just_before_the_exchange_is_neither_changed_nor_extended() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    store.next(
        Operation.EXCHANGE,
        Fault.first(
            () -> {
              manager().releaseSession(KEY, ALICE);
              manager().acquire(KEY, ALICE, TTL);
            }));
    assertNotOwner(SUPERSEDED, () -> lease.handOver(HEIR));
    assertThat(held().holder()).isNotEqualTo(HEIR);
    assertThat(held().fence()).isGreaterThan(lease.fence());
  }

  @Test
  void P15_a_lease_that_is_gone_or_anothers_is_not_handed_over() {
    PrLease broken = manager().acquire(KEY, ALICE, TTL);
    manager().breakLease(KEY, BOB, "test");
    assertNotOwner(NONE, () -> broken.handOver(HEIR));
    assertFree();
    PrLease taken = manager().acquire(KEY, ALICE, TTL);
    manager().adopt(KEY, ALICE, BOB, TTL);
    assertNotOwner(FOREIGN, () -> taken.handOver(HEIR));
    assertThat(held().owner()).isEqualTo(BOB);
  }

  @Test
  void P4_an_expired_lease_is_not_revived_by_handing_it_over() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration());
    LeaseSlot before = slot();
    assertExpired(() -> lease.handOver(HEIR));
    assertThat(slot()).as("nothing was written").isEqualTo(before);
  }

  @Test
  void P4_a_hand_over_that_is_answered_after_the_deadline_is_given_back() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    pass(TTL.duration().minusSeconds(1));
    store.next(Operation.EXCHANGE, Fault.delayAfter(Duration.ofSeconds(2)));
    assertExpired(() -> lease.handOver(HEIR));
    pass(Duration.ofMinutes(1));
    assertFree();
  }

  @Test
  void P6_P14_a_hand_over_survives_an_older_program_that_rewrites_the_slot() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    store.next(Operation.EXCHANGE, Fault.first(() -> olderProgramRewrites(KEY)));
    lease.handOver(HEIR);
    assertThat(held().holder()).contains(HEIR);
    assertThat(held().fence()).isEqualTo(lease.fence());
    assertThat(held().grantId()).isPresent().isNotEqualTo(lease.grantId());
  }

  @Test
  void P7_a_hand_over_whose_answer_was_lost_is_settled() {
    for (Fault fault :
        new Fault[] {
          Fault.loseAnswer(), Fault.loseRequest(), Fault.landLate(Duration.ofSeconds(3))
        }) {
      FaultyLeaseStore store = faulty();
      PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
      store.next(Operation.EXCHANGE, fault);
      lease.handOver(HEIR);
      pass(Duration.ofSeconds(10));
      assertThat(held().holder()).as("%s", fault).contains(HEIR);
      assertThat(manager().releaseSession(KEY, ALICE)).isTrue();
    }
  }

  @Test
  void P7_a_hand_over_that_stays_unknown_says_so_and_the_handle_renews_and_frees_either_grant() {
    for (Fault fault : new Fault[] {Fault.loseAnswer(), Fault.loseRequest()}) {
      FaultyLeaseStore store = faulty();
      PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
      store.next(Operation.EXCHANGE, fault);
      store.plan(call -> Fault.failBefore());
      LeaseStoreException error =
          catchThrowableOfType(LeaseStoreException.class, () -> lease.handOver(HEIR));
      assertThat(error).as("the error").isNotNull();
      assertThat(error.outcome()).isEqualTo(LeaseStoreException.Outcome.UNKNOWN);
      store.heal();
      lease.assertOwned();
      lease.renew();
      lease.close();
      assertFree();
    }
  }

  @Test
  void P7_a_hand_over_that_stays_unknown_is_freed_by_closing_the_handle() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    store.next(Operation.EXCHANGE, Fault.loseAnswer());
    store.plan(call -> Fault.failBefore());
    assertThat(catchThrowableOfType(LeaseStoreException.class, () -> lease.handOver(HEIR)))
        .isNotNull();
    store.heal();
    assertThat(held().holder()).contains(HEIR);
    lease.close();
    assertFree();
  }
}

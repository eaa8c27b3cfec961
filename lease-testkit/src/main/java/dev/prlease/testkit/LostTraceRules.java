package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.ContentionException;
import dev.prlease.api.Fence;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.LeaseStoreException.Outcome;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.Origin;
import dev.prlease.core.PrLease;
import dev.prlease.spi.AuditEvent;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/**
 * P7 with P14: the answer of a write is lost, and before anybody looks an older program has wiped
 * out what the write could be known by.
 */
@DisplayNameGeneration(RuleNames.class)
abstract class LostTraceRules extends ManagerSuite {
  /** The next exchange of {@code store} lands unanswered; {@code then} comes before the look. */
  private FaultyLeaseStore losing(FaultyLeaseStore store, Runnable then) {
    return store.next(
        Operation.EXCHANGE,
        Fault.then(
            () -> {
              then.run();
              throw LeaseStoreException.outcomeUnknown(KEY, "no answer came", null);
            }));
  }

  private FaultyLeaseStore losingTheTrace(FaultyLeaseStore store) {
    return losing(store, () -> olderProgramRewrites(KEY));
  }

  @Test
  void P7_P14_an_adoption_is_known_by_its_times() {
    PrLease old = manager().acquire(KEY, ALICE, TTL);
    pass(Duration.ofSeconds(1));
    PrLease lease = manager(losingTheTrace(faulty())).adopt(KEY, ALICE, BOB, TTL);
    lease.assertOwned();
    assertThat(lease.fence()).isGreaterThan(old.fence());
    assertThat(audit.ofType(AuditEvent.Type.ADOPTED)).hasSize(1);
    lease.close();
    assertFree();
  }

  @Test
  void P7_P14_an_acquisition_of_a_free_key_is_known_by_its_times_and_no_fence_is_made_up() {
    manager().acquire(KEY, BOB, TTL).close();
    PrLease lease = manager(losingTheTrace(faulty())).acquire(KEY, ALICE, TTL);
    assertThat(lease.origin()).isEqualTo(Origin.FRESH);
    assertThat(lease.fence()).isEqualTo(Fence.NONE);
    lease.assertOwned();
    lease.close();
    assertFree();
  }

  @Test
  void P7_P14_a_reclaim_is_known_by_its_times_and_keeps_its_fence() {
    PrLease expired = manager().acquire(KEY, BOB, TTL);
    pass(TTL.duration());
    FaultyLeaseStore store = faulty();
    store.next(Operation.EXCHANGE, Fault.none());
    PrLease lease = manager(losingTheTrace(store)).acquire(KEY, ALICE, TTL);
    assertThat(lease.origin()).isEqualTo(Origin.RECLAIMED);
    assertThat(lease.fence()).isGreaterThan(expired.fence());
    lease.renew();
    assertThat(held().fence()).as("the next write restores it").isEqualTo(lease.fence());
    lease.close();
    assertFree();
  }

  @Test
  void P7_P14_a_renewal_is_known_by_its_times() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(5));
    losingTheTrace(store);
    lease.renew();
    assertThat(lease.remaining()).isEqualTo(TTL.duration());
    lease.close();
    assertFree();
  }

  @Test
  void P7_P14_L38_an_acquisition_that_stays_unknown_is_given_back_though_its_fields_are_gone() {
    FaultyLeaseStore store = losingTheTrace(faulty());
    store.plan(call -> Fault.failBefore());
    LeaseManager manager = manager(store);
    assertUnknown(() -> manager.acquire(KEY, ALICE, TTL));
    assertHeldByAlice();
    store.heal();
    pass(Duration.ofMinutes(1));
    assertFree();
  }

  @Test
  void P7_P14_an_attached_handle_keeps_what_stayed_unknown_and_lost_its_fields() {
    FaultyLeaseStore store = losingTheTrace(faulty());
    store.plan(call -> Fault.failBefore());
    LeaseManager manager = manager(store);
    assertUnknown(() -> manager.acquire(KEY, ALICE, TTL));
    store.heal();
    PrLease attached = manager.attach(KEY, ALICE);
    pass(Duration.ofMinutes(1));
    attached.assertOwned();
  }

  @Test
  void P7_P14_the_times_of_an_earlier_grant_do_not_hide_a_write_that_is_still_to_come() {
    for (Fault fault : new Fault[] {Fault.landLate(Duration.ofSeconds(4)), Fault.loseRequest()}) {
      FaultyLeaseStore store = faulty();
      LeaseManager manager = manager(store);
      PrLease first = manager.acquire(KEY, ALICE, TTL);
      olderProgramRewrites(KEY);
      store.next(Operation.EXCHANGE, fault);
      PrLease second = manager.acquire(KEY, ALICE, TTL); // in the same millisecond
      assertThat(second.fence()).isEqualTo(first.fence());
      second.close();
      first.assertOwned();
      first.close();
      assertFree();
      pass(Duration.ofSeconds(10));
      assertFree();
    }
  }

  @Test
  void P7_P14_a_release_is_told_to_the_audit_whoever_wrote_since() {
    for (Runnable then :
        new Runnable[] {
          () -> olderProgramRewrites(KEY), () -> manager().acquire(KEY, BOB, TTL),
        }) {
      FaultyLeaseStore store = faulty();
      PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
      losing(store, then);
      lease.release();
      assertThat(audit.ofType(AuditEvent.Type.RELEASED)).hasSize(1);
      audit.clear();
    }
    assertThat(held().owner()).as("who came since").isEqualTo(BOB);
  }

  @Test
  void P7_P14_a_release_by_session_tells_that_it_freed_something_whoever_wrote_since() {
    for (Runnable then :
        new Runnable[] {
          () -> olderProgramRewrites(KEY), () -> manager().acquire(KEY, BOB, TTL),
        }) {
      manager().acquire(KEY, ALICE, TTL).detach();
      assertThat(manager(losing(faulty(), then)).releaseSession(KEY, ALICE)).isTrue();
      assertThat(audit.ofType(AuditEvent.Type.RELEASED)).hasSize(1);
      audit.clear();
    }
    assertThat(held().owner()).as("who came since").isEqualTo(BOB);
  }

  @Test
  void P7_P15_a_break_leaves_its_line_whoever_wrote_since_and_touches_nothing_later() {
    for (Runnable then :
        new Runnable[] {
          () -> olderProgramRewrites(KEY),
          () -> manager().acquire(KEY, ALICE, TTL).detach(),
          () -> manager().acquire(KEY, BOB, TTL).detach(),
        }) {
      manager().acquire(KEY, ALICE, TTL).detach();
      pass(Duration.ofSeconds(1));
      LeaseSlot[] since = new LeaseSlot[1];
      FaultyLeaseStore store =
          losing(
              faulty(),
              () -> {
                then.run();
                since[0] = slot();
              });
      manager(store).breakLease(KEY, BOB, "it hangs");
      assertThat(slot()).as("what came since").isEqualTo(since[0]);
      assertThat(audit.ofType(AuditEvent.Type.BROKEN)).hasSize(1);
      audit.clear();
      store().remove(KEY);
    }
  }

  @Test
  void P7_P15_a_break_that_a_living_holding_outran_is_contention() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    FaultyLeaseStore store = faulty();
    store.next(
        Operation.EXCHANGE,
        Fault.throwing(
            () -> {
              manager().acquire(KEY, ALICE, TTL).detach();
              return LeaseStoreException.outcomeUnknown(KEY, "no answer came", null);
            }));
    assertThat(
            catchThrowableOfType(
                ContentionException.class, () -> manager(store).breakLease(KEY, BOB, "it hangs")))
        .isNotNull();
    lease.assertOwned();
    assertThat(audit.ofType(AuditEvent.Type.BROKEN)).isEmpty();
  }

  @Test
  void P7_P14_a_break_that_nobody_can_tell_of_any_more_is_unknown_and_leaves_its_line() {
    manager().acquire(KEY, ALICE, TTL).detach();
    pass(Duration.ofSeconds(1));
    LeaseRecord theirs = LeaseRecord.of(KEY, ALICE, LeaseRecord.cut(clock.now()), TTL);
    FaultyLeaseStore store = losing(faulty(), () -> olderProgramWrites(KEY, Optional.of(theirs)));
    assertUnknown(() -> manager(store).breakLease(KEY, BOB, "it hangs"));
    assertThat(held()).isEqualTo(theirs);
    assertThat(audit.ofType(AuditEvent.Type.BROKEN)).hasSize(1);
  }

  @Test
  void P7_what_follows_an_unanswered_write_is_reported_as_unknown_though_it_failed_cleanly() {
    for (int act = 0; act < 3; act++) {
      FaultyLeaseStore store = faulty();
      LeaseManager manager = manager(store);
      PrLease lease = manager.acquire(KEY, ALICE, TTL);
      store.next(Operation.EXCHANGE, Fault.landLate(Duration.ofSeconds(4)), Fault.failBefore());
      switch (act) {
        case 0 -> assertUnknown(lease::release);
        case 1 -> assertUnknown(() -> manager.releaseSession(KEY, ALICE));
        default -> assertUnknown(() -> manager.breakLease(KEY, BOB, "it hangs"));
      }
      pass(Duration.ofSeconds(5));
      assertFree();
    }
  }

  @Test
  void P7_closing_the_manager_gives_back_what_a_lost_grant_left() {
    FaultyLeaseStore store = faulty();
    LeaseManager manager = manager(store);
    PrLease lease = lostWithARenewalThatLanded(manager, store, Fault.failBefore());
    store.heal();
    manager.close();
    assertFree();
    assertThat(lease.remaining()).isZero();
  }

  @Test
  void P7_what_a_lost_grant_left_is_given_back_though_the_store_broke_its_promises_meanwhile() {
    FaultyLeaseStore store = faulty();
    PrLease lease =
        lostWithARenewalThatLanded(
            manager(store), store, Fault.throwing(() -> new IllegalStateException("a bug")));
    store.heal();
    pass(Duration.ofMinutes(1));
    assertFree();
    assertThat(lease.remaining()).isZero();
  }

  /** Its deadline has passed; the slot holds a renewal of which it never learned. */
  private PrLease lostWithARenewalThatLanded(
      LeaseManager manager, FaultyLeaseStore store, Fault meanwhile) {
    PrLease lease = manager.acquire(KEY, ALICE, TTL);
    lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    pass(Duration.ofMinutes(2));
    store.next(Operation.EXCHANGE, Fault.loseAnswer());
    store.plan(call -> meanwhile);
    assertUnknown(lease::renew);
    pass(TTL.duration().minusMinutes(1));
    assertHeldByAlice();
    return lease;
  }

  private static void assertUnknown(ThrowingCallable call) {
    LeaseStoreException error = catchThrowableOfType(LeaseStoreException.class, call);
    assertThat(error).as("the error").isNotNull();
    assertThat(error.outcome()).isEqualTo(Outcome.UNKNOWN);
  }
}

package dev.prlease.testkit;

import static dev.prlease.api.NotOwnerException.Reason.FOREIGN;
import static dev.prlease.api.NotOwnerException.Reason.SUPERSEDED;
import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.Origin;
import dev.prlease.core.PrLease;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** P14: living with programs that know version 1 only and drop what they do not know. */
@DisplayNameGeneration(RuleNames.class)
abstract class OlderProgramRules extends ManagerSuite {
  @Test
  void P14_a_handle_survives_the_loss_of_its_additive_fields() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    olderProgramRewrites(KEY);
    assertThat(held().fence()).as("the fence is gone").isEqualTo(Fence.NONE);
    lease.assertOwned();
    pass(Duration.ofMinutes(5));
    lease.renew();
    assertThat(held().fence()).as("the next write restores it").isEqualTo(lease.fence());
    assertThat(held().grantId()).contains(lease.grantId());
    assertThat(held().grantedAt()).contains(ManualClock.START);
    lease.release();
    assertFree();
  }

  @Test
  void P14_a_handle_frees_a_record_without_a_grant_if_its_times_are_those_it_sent() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(5));
    lease.renew();
    olderProgramRewrites(KEY);
    lease.close();
    assertFree();
  }

  @Test
  void P14_a_handle_leaves_a_record_of_its_session_that_an_older_program_acquired() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(5));
    LeaseRecord theirs = LeaseRecord.of(KEY, ALICE, LeaseRecord.cut(clock.now()), TTL);
    olderProgramWrites(KEY, Optional.of(theirs));
    lease.close();
    assertThat(held()).as("an older program's own grant").isEqualTo(theirs);
  }

  @Test
  void P14_a_handle_frees_a_renewal_of_its_own_whose_answer_was_lost_and_whose_fields_are_gone() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(5));
    store.next(Operation.EXCHANGE, Fault.loseAnswer());
    store.plan(call -> Fault.failBefore());
    assertThat(catchThrowable(lease::renew)).isNotNull();
    olderProgramRewrites(KEY);
    store.heal();
    lease.close();
    assertFree();
  }

  @Test
  void P14_an_older_programs_live_lease_excludes_ours_and_its_expired_one_is_reclaimed() {
    LeaseRecord theirs = SampleLeases.plain(KEY, ALICE);
    olderProgramWrites(KEY, Optional.of(theirs));
    assertThat(assertBobStandsDown().owner()).isEqualTo(ALICE);
    pass(TTL.duration());
    PrLease lease = manager().acquire(KEY, BOB, TTL);
    assertThat(lease.origin()).isEqualTo(Origin.RECLAIMED);
    assertThat(lease.fence()).isEqualTo(Fence.at(clock.now()));
  }

  @Test
  void P14_a_key_that_an_older_program_released_is_free_and_fences_go_on() {
    PrLease first = manager().acquire(KEY, ALICE, TTL);
    first.release();
    pass(Duration.ofMillis(2));
    olderProgramWrites(KEY, Optional.empty());
    assertThat(((LeaseSlot.Vacant) slot()).knowsFence()).as("knows the fence").isFalse();
    PrLease second = manager().acquire(KEY, BOB, TTL);
    assertThat(second.fence()).isGreaterThan(first.fence());
  }

  @Test
  void P14_an_older_program_that_took_over_makes_us_not_the_owner() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration());
    LeaseRecord theirs = LeaseRecord.of(KEY, BOB, LeaseRecord.cut(clock.now()), TTL);
    olderProgramWrites(KEY, Optional.of(theirs));
    assertNotOwner(FOREIGN, lease::assertOwned);
    lease.close();
    assertThat(held()).isEqualTo(theirs);
  }

  @Test
  void P14_a_process_without_the_handle_writes_without_a_fence_rather_than_mint_one() {
    manager().acquire(KEY, ALICE, TTL).detach();
    olderProgramRewrites(KEY);
    PrLease attached = manager().attach(KEY, ALICE);
    assertThat(attached.fence()).isEqualTo(Fence.NONE);
    attached.assertOwned();
    attached.renew();
    assertThat(held().fence()).as("the fence after a renewal").isEqualTo(Fence.NONE);
    attached.release();
    assertFree();
  }

  @Test
  void P14_P2_attaching_over_lost_fields_keeps_the_fence_that_this_process_knows() {
    var manager = manager();
    PrLease first = manager.acquire(KEY, ALICE, TTL);
    olderProgramRewrites(KEY);
    PrLease attached = manager.attach(KEY, ALICE);
    assertThat(attached.fence()).isEqualTo(first.fence());
    attached.close();
    first.assertOwned();
    first.close();
    assertFree();
  }

  @Test
  void P14_acquiring_again_over_lost_fields_keeps_the_fence_that_this_process_knows() {
    var manager = manager();
    PrLease first = manager.acquire(KEY, ALICE, TTL);
    olderProgramRewrites(KEY);
    PrLease again = manager.acquire(KEY, ALICE, TTL);
    assertThat(again.fence()).isEqualTo(first.fence());
    first.assertOwned();
  }

  @Test
  void P14_a_handle_that_renewed_between_two_rewrites_is_still_the_owner() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    for (int i = 0; i < 5; i++) {
      olderProgramRewrites(KEY);
      lease.assertOwned();
      pass(Duration.ofMinutes(10));
      lease.renew();
    }
    olderProgramRewrites(KEY);
    lease.release();
    assertFree();
  }

  @Test
  void P14_a_handle_frees_what_it_renewed_last_however_many_renewals_failed_since() {
    for (Fault fault : new Fault[] {Fault.failBefore(), Fault.loseRequest()}) {
      FaultyLeaseStore store = faulty();
      PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
      pass(Duration.ofMinutes(1));
      store.next(Operation.EXCHANGE, Fault.loseAnswer());
      store.plan(call -> call.operation() == Operation.LOAD ? Fault.failBefore() : Fault.none());
      assertThat(catchThrowable(lease::renew)).as("its answer is lost").isNotNull();
      store.heal();
      lease.assertOwned();
      store.plan(call -> call.operation() == Operation.EXCHANGE ? fault : Fault.none());
      for (int i = 0; i < 70; i++) {
        pass(Duration.ofMillis(1));
        assertThat(catchThrowable(lease::renew)).isNotNull();
      }
      store.heal();
      olderProgramRewrites(KEY);
      lease.release();
      assertFree();
    }
  }

  @Test
  void P14_a_renewal_that_was_never_written_does_not_make_an_older_programs_grant_ours() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(1));
    store.next(Operation.EXCHANGE, Fault.failBefore());
    assertThat(catchThrowable(lease::renew)).isNotNull();
    LeaseRecord theirs = LeaseRecord.of(KEY, ALICE, LeaseRecord.cut(clock.now()), TTL);
    olderProgramWrites(KEY, Optional.of(theirs));
    lease.close();
    assertThat(held()).isEqualTo(theirs);
  }

  @Test
  void P14_P11_a_keeper_restores_lost_fields_as_soon_as_it_looks() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    pass(Duration.ofMinutes(1));
    olderProgramRewrites(KEY);
    pass(Duration.ofSeconds(10));
    assertThat(held().grantId()).contains(lease.grantId());
    assertThat(held().holder()).isPresent();
    assertThat(held().fence()).isEqualTo(lease.fence());
    var restored = held();
    pass(Duration.ofMinutes(1));
    assertThat(held()).as("renewed once for that").isEqualTo(restored);
  }

  @Test
  void P14_P2_a_keeper_leaves_the_fields_of_another_grant_to_it() {
    FaultyLeaseStore store = faulty();
    PrLease stale = manager(store).acquire(KEY, ALICE, TTL);
    stale.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    pass(Duration.ofMinutes(1));
    PrLease current = manager().acquire(KEY, ALICE, TTL);
    olderProgramRewrites(KEY);
    pass(Duration.ofMinutes(1));
    current.renew();
    assertThat(held().grantId()).contains(current.grantId());
  }

  @Test
  void P2_P14_a_handle_without_a_fence_is_superseded_by_a_later_holding_of_its_session() {
    PrLease first = manager().acquire(KEY, ALICE, TTL);
    olderProgramRewrites(KEY);
    PrLease attached = manager().attach(KEY, ALICE);
    pass(Duration.ofSeconds(1));
    first.renew();
    attached.assertOwned();
    first.release();
    pass(Duration.ofSeconds(1));
    PrLease later = manager().acquire(KEY, ALICE, TTL);
    assertNotOwner(SUPERSEDED, attached::assertOwned);
    later.assertOwned();
  }
}

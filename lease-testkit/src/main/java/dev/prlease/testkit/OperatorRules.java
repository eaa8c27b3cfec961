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
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.prlease.api.CorruptRecordException;
import dev.prlease.api.Fence;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.core.BrokenLease;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.LeaseStatus;
import dev.prlease.core.Origin;
import dev.prlease.core.PrLease;
import dev.prlease.spi.AuditEvent;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** P15, attach and release by session: what is done without the handle. */
@DisplayNameGeneration(RuleNames.class)
abstract class OperatorRules extends ManagerSuite {
  private static final SessionId OPERATOR = SessionId.of("operator");

  @Test
  void P15_L36_a_break_ends_the_lease_and_says_until_when_its_holder_may_act() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    BrokenLease broken = manager().breakLease(KEY, OPERATOR, "the machine is gone");
    assertThat(broken.formerHolderMayActUntil()).contains(lease.expiresAt());
    assertThat(broken.before().state()).isEqualTo(LeaseStatus.State.HELD);
    assertFree();
    assertThat(slot().fence()).isGreaterThanOrEqualTo(lease.fence());
    assertNotOwner(NONE, lease::assertOwned);
    assertThat(audit.ofType(AuditEvent.Type.BROKEN))
        .singleElement()
        .satisfies(event -> assertThat(event.session()).isEqualTo(OPERATOR))
        .satisfies(event -> assertThat(event.details()).containsValue("the machine is gone"));
  }

  @Test
  void P15_a_break_of_an_expired_lease_leaves_its_holder_no_time() {
    manager().acquire(KEY, ALICE, TTL);
    pass(TTL.duration());
    assertThat(manager().breakLease(KEY, OPERATOR, "tidy up").formerHolderMayActUntil()).isEmpty();
    assertFree();
  }

  @Test
  void P15_breaking_a_free_key_is_not_owner_and_writes_nothing() {
    LeaseSlot before = slot();
    assertNotOwner(NONE, () -> manager().breakLease(KEY, OPERATOR, "nothing there"));
    assertThat(slot()).isEqualTo(before);
  }

  @Test
  void P15_a_break_needs_a_reason() {
    manager().acquire(KEY, ALICE, TTL);
    assertThatThrownBy(() -> manager().breakLease(KEY, OPERATOR, " "))
        .isInstanceOf(IllegalArgumentException.class);
    assertHeldByAlice();
  }

  @Test
  void P15_a_break_ends_the_grant_it_was_shown_and_never_a_later_one() {
    PrLease first = manager().acquire(KEY, ALICE, TTL);
    FaultyLeaseStore store = faulty();
    store.next(
        Operation.EXCHANGE,
        Fault.first(
            () -> {
              first.release();
              manager().acquire(KEY, ALICE, TTL);
            }));
    assertThat(catchThrowable(() -> manager(store).breakLease(KEY, OPERATOR, "test")))
        .as("the break of a grant that is gone")
        .isNotNull();
    assertHeldByAlice();
  }

  @Test
  void P15_a_break_ends_the_grant_it_was_shown_though_it_was_renewed_meanwhile() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    FaultyLeaseStore store = faulty();
    store.next(
        Operation.EXCHANGE,
        Fault.first(
            () -> {
              pass(Duration.ofSeconds(1));
              lease.renew();
            }));
    manager(store).breakLease(KEY, OPERATOR, "test");
    assertFree();
    assertNotOwner(NONE, lease::renew);
  }

  @Test
  void P15_an_unreadable_record_is_broken_and_archived() {
    UnreadableSlots spoilt = new UnreadableSlots(store());
    spoilt.spoil(KEY, LeaseSlot.Defect.CORRUPT);
    manager(spoilt).breakLease(KEY, OPERATOR, "the disk was full");
    assertFree();
    assertThat(spoilt.archived()).containsExactly(KEY);
  }

  @Test
  void P15_L35_adopting_moves_a_live_lease_to_a_new_session_with_a_new_fence() {
    PrLease old = manager().acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(5));
    PrLease adopted = manager().adopt(KEY, ALICE, BOB, TTL);
    assertThat(adopted.origin()).isEqualTo(Origin.ADOPTED);
    assertThat(adopted.ownerSessionId()).isEqualTo(BOB);
    assertThat(adopted.fence()).isGreaterThan(old.fence());
    assertThat(adopted.grantId()).isNotEqualTo(old.grantId());
    assertThat(held().grantedAt()).as("a new holding").contains(clock.now());
    adopted.assertOwned();
    assertNotOwner(FOREIGN, old::assertOwned);
    old.release();
    assertThat(held().owner()).isEqualTo(BOB);
    assertThat(audit.types()).contains(AuditEvent.Type.ADOPTED);
  }

  @Test
  void P15_adopting_needs_the_session_named_to_hold_it_live() {
    LeaseManager manager = manager();
    assertNotOwner(NONE, () -> manager.adopt(KEY, ALICE, BOB, TTL));
    manager().acquire(KEY, ALICE, TTL);
    SessionId other = SessionId.of("somebody-else");
    assertNotOwner(FOREIGN, () -> manager.adopt(KEY, other, BOB, TTL));
    pass(TTL.duration());
    assertExpired(() -> manager.adopt(KEY, ALICE, BOB, TTL));
    assertHeldByAlice();
  }

  @Test
  void P15_an_adoption_moves_the_grant_it_was_shown_and_never_a_later_one() {
    PrLease first = manager().acquire(KEY, ALICE, TTL);
    FaultyLeaseStore store = faulty();
    store.next(
        Operation.EXCHANGE,
        Fault.first(
            () -> {
              first.release();
              manager().acquire(KEY, ALICE, TTL);
            }));
    assertNotOwner(SUPERSEDED, () -> manager(store).adopt(KEY, ALICE, BOB, TTL));
    assertHeldByAlice();
  }

  @Test
  void attach_finds_the_sessions_live_holding_and_writes_nothing() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    LeaseSlot before = slot();
    PrLease attached = manager().attach(KEY, ALICE);
    assertThat(slot()).as("the slot").isEqualTo(before);
    assertThat(attached.origin()).isEqualTo(Origin.ATTACHED);
    assertThat(attached.fence()).isEqualTo(lease.fence());
    assertThat(attached.grantId()).isEqualTo(lease.grantId());
    assertThat(attached.expiresAt()).isEqualTo(lease.expiresAt());
    attached.assertOwned();
    attached.renew();
    attached.release();
    assertFree();
  }

  @Test
  void attach_refuses_what_is_not_the_sessions_or_over() {
    LeaseManager manager = manager();
    assertNotOwner(NONE, () -> manager.attach(KEY, ALICE));
    manager().acquire(KEY, ALICE, TTL);
    assertNotOwner(FOREIGN, () -> manager.attach(KEY, BOB));
    pass(TTL.duration());
    assertExpired(() -> manager.attach(KEY, ALICE));
    UnreadableSlots spoilt = new UnreadableSlots(store());
    spoilt.spoil(KEY, LeaseSlot.Defect.CORRUPT);
    assertThatThrownBy(() -> manager(spoilt).attach(KEY, ALICE))
        .isInstanceOf(CorruptRecordException.class);
  }

  @Test
  void releaseSession_frees_whatever_that_session_holds_and_nothing_else() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    LeaseManager manager = manager();
    assertThat(manager.releaseSession(KEY, BOB)).isFalse();
    assertHeldByAlice();
    assertThat(manager.releaseSession(KEY, ALICE)).isTrue();
    assertFree();
    assertThat(slot().fence()).isGreaterThanOrEqualTo(Fence.at(ManualClock.START));
    assertThat(manager.releaseSession(KEY, ALICE)).isFalse();
    assertNotOwner(NONE, lease::assertOwned);
  }
}

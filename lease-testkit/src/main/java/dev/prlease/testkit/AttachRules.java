package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.PrLease;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** Two processes with one grant: what befalls the one that attached leaves the other its lease. */
@DisplayNameGeneration(RuleNames.class)
abstract class AttachRules extends ManagerSuite {
  @Test
  void P2_an_attached_handle_that_is_lost_leaves_the_lease_of_the_process_that_it_joined() {
    PrLease outer = manager().acquire(KEY, ALICE, TTL);
    outer.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    FaultyLeaseStore store = faulty();
    PrLease inner = manager(store).attach(KEY, ALICE);
    inner.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    store.plan(
        call -> call.operation() == Operation.EXCHANGE ? Fault.loseRequest() : Fault.failBefore());
    pass(TTL.duration().plusSeconds(1));
    assertThat(inner.remaining()).as("what the inner process has left").isZero();
    store.heal();
    pass(Duration.ofMinutes(1));
    outer.assertOwned();
    inner.close();
    outer.assertOwned();
    outer.close();
    assertFree();
  }

  @Test
  void P4_P2_an_attached_handles_renewal_that_is_answered_too_late_extends_the_other_process() {
    PrLease outer = manager().acquire(KEY, ALICE, TTL);
    FaultyLeaseStore store = faulty();
    PrLease inner = manager(store).attach(KEY, ALICE);
    pass(TTL.duration().minusSeconds(1));
    store.next(
        Operation.EXCHANGE,
        Fault.then(
            () -> {
              outer.assertOwned(); // and so learns of the renewal in time
              stall(Duration.ofSeconds(2));
            }));
    assertExpired(inner::renew);
    pass(Duration.ofMinutes(1));
    outer.assertOwned();
    inner.close();
    outer.assertOwned();
  }

  @Test
  void P14_a_handle_attached_over_lost_fields_leaves_the_grant_to_the_process_that_has_it() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    olderProgramRewrites(KEY);
    PrLease attached = manager().attach(KEY, ALICE);
    pass(Duration.ofMinutes(1));
    attached.renew();
    assertThat(held().grantId()).as("the grant after a renewal").isEmpty();
    attached.detach();
    lease.renew();
    assertThat(held().grantId()).contains(lease.grantId());
    lease.release();
    assertFree();
  }

  @Test
  void P14_P11_the_keeper_of_one_attached_over_lost_fields_does_not_supersede_the_other_process() {
    PrLease outer = manager().acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(1));
    olderProgramRewrites(KEY);
    PrLease inner = manager().attach(KEY, ALICE);
    inner.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    pass(TTL.duration().dividedBy(2));
    outer.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    pass(TTL.duration().multipliedBy(2));
    outer.assertOwned();
    inner.assertOwned();
    assertThat(held().grantId()).contains(outer.grantId());
    inner.detach();
    outer.close();
    assertFree();
  }
}

package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.OTHER_KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.Ttl;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.KillGrace;
import dev.prlease.core.LeaseEnd;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.AuditEvent;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** P11, P5: how keepers end, each of them once, and by when that is told. */
@DisplayNameGeneration(RuleNames.class)
abstract class KeeperEndRules extends KeeperSuite {
  private static final Duration LOOK = Duration.ofSeconds(10);

  @Test
  void P11_a_break_is_noticed_within_the_look_interval() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    keep(lease);
    pass(Duration.ofMinutes(1));
    Instant broken = clock.now();
    manager().breakLease(KEY, BOB, "test");
    pass(LOOK);
    assertLostBy(NotOwnerException.class);
    assertThat(listener.ends().get(0).at()).isBetween(broken, broken.plus(LOOK));
    pass(Duration.ofHours(1));
    assertFree();
  }

  @Test
  void P11_a_short_lease_is_looked_at_every_third_of_its_ttl() {
    PrLease lease = manager().acquire(KEY, ALICE, Ttl.ofSeconds(6));
    keep(lease);
    manager().breakLease(KEY, BOB, "test");
    pass(Duration.ofSeconds(2));
    assertLostBy(NotOwnerException.class);
  }

  @Test
  void P11_L25_a_loss_is_declared_at_the_deadline_though_the_store_cannot_be_reached() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    keep(lease);
    store.unreachable();
    pass(TTL.duration().minusMillis(1));
    assertThat(listener.ends()).as("a millisecond before the deadline").isEmpty();
    pass(Duration.ofMillis(1));
    assertLostBy(LeaseExpiredException.class);
    assertThat(listener.ends().get(0).at()).isEqualTo(ManualClock.START.plus(TTL.duration()));
  }

  @Test
  void P11_where_a_child_is_kept_the_loss_is_declared_earlier_by_the_kill_grace() {
    for (int seconds : new int[] {900, 12}) {
      Ttl ttl = Ttl.ofSeconds(seconds);
      FaultyLeaseStore store = faulty();
      PrLease lease = manager(store).acquire(KEY, ALICE, ttl);
      RecordingListener told = new RecordingListener(clock);
      lease.keepAlive(KeepAliveOptions.DEFAULTS.withKillGrace(KillGrace.CHILD_PROCESS), told);
      Instant deadline = lease.expiresAt();
      store.unreachable();
      pass(ttl.duration());
      Duration grace = Duration.ofMillis(Math.min(5_000, seconds * 1_000L / 6));
      assertThat(told.ends()).as("the ends that were told").hasSize(1);
      assertThat(told.ends().get(0).at())
          .as("when the loss of a lease of %s was declared", ttl)
          .isEqualTo(deadline.minus(grace));
      pass(Duration.ofMinutes(1));
    }
  }

  @Test
  void P11_P10_the_loss_is_declared_earlier_by_the_clocks_uncertainty() {
    clock.setUncertainty(Duration.ofSeconds(7));
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    keep(lease);
    store.unreachable();
    pass(TTL.duration());
    assertLostBy(LeaseExpiredException.class);
    assertThat(listener.ends().get(0).at())
        .isEqualTo(ManualClock.START.plus(TTL.duration()).minusSeconds(7));
  }

  @Test
  void P11_P4_a_renewal_that_is_answered_too_late_is_lost_and_given_back() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    keep(lease);
    store.next(Operation.EXCHANGE, Fault.delayAfter(TTL.duration()));
    pass(TTL.duration().plusMinutes(2));
    assertLostBy(LeaseExpiredException.class);
    assertThat(listener.ends().get(0).at()).isEqualTo(ManualClock.START.plus(TTL.duration()));
    pass(Duration.ofMinutes(1));
    assertFree();
  }

  @Test
  void P11_L20_after_a_sleep_past_the_deadline_the_loss_is_an_event_and_no_crash() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    keep(lease);
    stall(TTL.duration());
    manager().acquire(KEY, BOB, TTL);
    pass(Duration.ZERO);
    assertThat(listener.ends()).as("told at once on waking").hasSize(1);
    assertThat(onlyEnd()).isInstanceOf(LeaseEnd.Lost.class);
    pass(Duration.ofHours(1));
    assertThat(listener.ends()).hasSize(1);
    assertThat(held().owner()).isEqualTo(BOB);
  }

  @Test
  void P11_L29_nothing_is_renewed_after_the_release() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    keep(lease);
    pass(Duration.ofMinutes(30));
    lease.close();
    LeaseSlot vacated = slot();
    store.forgetCalls();
    pass(Duration.ofHours(2));
    assertThat(store.calls()).as("calls of the store after the release").isEmpty();
    assertThat(slot()).isEqualTo(vacated);
    assertThat(onlyEnd()).isInstanceOf(LeaseEnd.Closed.class);
  }

  @Test
  void P11_a_closed_keeper_leaves_the_lease_until_its_ttl() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    Keeper keeper = keep(lease);
    pass(Duration.ofMinutes(30));
    keeper.close();
    keeper.close();
    pass(Duration.ZERO);
    assertThat(onlyEnd()).isInstanceOf(LeaseEnd.Closed.class);
    lease.assertOwned();
    passUntilOver(lease);
    assertExpired(lease::assertOwned);
    assertThat(listener.ends()).hasSize(1);
  }

  @Test
  void P11_L31_a_keeper_stops_after_its_maximum_hold() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    lease.keepAlive(KeepAliveOptions.DEFAULTS.withMaximumHold(Duration.ofHours(2)), listener);
    pass(Duration.ofHours(2).minusMillis(1));
    assertThat(listener.ends()).isEmpty();
    pass(Duration.ofMillis(1));
    assertThat(onlyEnd()).isInstanceOf(LeaseEnd.MaximumHold.class);
    lease.assertOwned();
    pass(TTL.duration());
    assertExpired(lease::assertOwned);
  }

  @Test
  void P11_a_keeper_of_a_lost_handle_has_ended_when_it_is_returned() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    lease.release();
    Keeper keeper = keep(lease);
    pass(Duration.ZERO);
    assertThat(keeper.end()).isPresent();
    assertThat(listener.ends()).hasSize(1);
  }

  @Test
  void P11_L52_a_manager_that_closes_stops_keepers_and_releases_in_that_order() {
    LeaseManager manager = manager();
    PrLease lease = manager.acquire(KEY, ALICE, TTL);
    keep(lease);
    pass(Duration.ofHours(1));
    manager.close();
    assertFree();
    pass(Duration.ofHours(1));
    assertFree();
    assertThat(listener.ends()).hasSize(1);
    assertThat(audit.types()).endsWith(AuditEvent.Type.RELEASED);
  }

  @Test
  void P11_L33_by_the_time_a_manager_is_closed_every_end_is_told_and_every_loss_recorded() {
    LeaseManager manager = manager();
    PrLease lost = manager.acquire(KEY, ALICE, TTL);
    keep(lost);
    RecordingListener other = new RecordingListener(clock);
    manager.acquire(OTHER_KEY, ALICE, TTL).keepAlive(KeepAliveOptions.DEFAULTS, other);
    manager().breakLease(KEY, BOB, "test");
    assertNotOwner(NotOwnerException.Reason.NONE, lost::assertOwned);
    manager.close();
    assertLostBy(NotOwnerException.class);
    assertThat(other.ends()).extracting("end").containsExactly(new LeaseEnd.Closed());
    assertThat(audit.ofType(AuditEvent.Type.LOST)).hasSize(1);
    pass(Duration.ofHours(1));
    assertThat(listener.ends()).hasSize(1);
    assertThat(other.ends()).hasSize(1);
  }

  @Test
  void P5_a_handle_that_was_collected_unclosed_is_kept_no_more_and_not_released() {
    LeaseManager manager = manager();
    keepAndForget(manager);
    for (int i = 0; i < 200 && listener.ends().isEmpty(); i++) {
      System.gc();
      manager.find(OTHER_KEY);
      pass(Duration.ofMillis(1));
    }
    assertThat(onlyEnd()).isInstanceOf(LeaseEnd.Abandoned.class);
    assertHeldByAlice();
    pass(TTL.duration());
    manager.acquire(KEY, BOB, TTL);
  }

  private void keepAndForget(LeaseManager manager) {
    var unused = keep(manager.acquire(KEY, ALICE, TTL));
  }
}

package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.SessionId;
import dev.prlease.api.WaitTimeoutException;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.Origin;
import dev.prlease.core.PrLease;
import dev.prlease.core.WaitOptions;
import dev.prlease.spi.AuditEvent;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/** P13: waiting for a lease, and interruption. */
@DisplayNameGeneration(RuleNames.class)
abstract class WaitRules extends ManagerSuite {
  @Test
  void P13_a_wait_ends_when_the_lease_is_released() throws InterruptedException {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    scheduler.after(Duration.ofMinutes(3), lease::release);
    PrLease waited = manager().acquire(KEY, BOB, TTL, WaitOptions.upTo(Duration.ofMinutes(10)));
    waited.assertOwned();
    assertThat(clock.now())
        .as("when the wait ended")
        .isBetween(
            ManualClock.START.plus(Duration.ofMinutes(3)),
            ManualClock.START.plus(Duration.ofMinutes(3)).plusSeconds(2));
  }

  @Test
  void P13_a_wait_ends_when_the_lease_expires_and_not_before() throws InterruptedException {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    Instant over = lease.expiresAt();
    PrLease waited = manager().acquire(KEY, BOB, TTL, WaitOptions.upTo(Duration.ofHours(1)));
    assertThat(waited.origin()).isEqualTo(Origin.RECLAIMED);
    assertThat(clock.now()).isBetween(over, over.plusSeconds(2));
  }

  @Test
  void P13_a_wait_in_vain_ends_with_its_timeout_and_tells_who_holds_it() {
    LeaseManager alice = manager();
    alice.acquire(KEY, ALICE, TTL);
    WaitTimeoutException error =
        catchThrowableOfType(
            WaitTimeoutException.class,
            () -> manager().acquire(KEY, BOB, TTL, WaitOptions.upTo(Duration.ofMinutes(5))));
    assertThat(error).as("the timeout").isNotNull();
    assertThat(error.lastSeen().owner()).isEqualTo(ALICE);
    assertThat(clock.now())
        .isBetween(
            ManualClock.START.plus(Duration.ofMinutes(5)),
            ManualClock.START.plus(Duration.ofMinutes(5)).plusSeconds(1));
    assertThat(audit.ofType(AuditEvent.Type.STOOD_DOWN)).as("stood down once").hasSize(1);
    assertHeldByAlice();
  }

  @Test
  void P13_a_wait_of_no_time_is_one_try() throws InterruptedException {
    manager().acquire(KEY, ALICE, TTL);
    assertThatThrownBy(() -> manager().acquire(KEY, BOB, TTL, WaitOptions.upTo(Duration.ZERO)))
        .isInstanceOf(WaitTimeoutException.class);
    assertThat(clock.now()).isEqualTo(ManualClock.START);
  }

  @Test
  void P13_an_interrupted_wait_throws_holds_nothing_and_leaves_nothing_behind() {
    manager().acquire(KEY, ALICE, TTL);
    int timers = scheduler.plannedTimers();
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () -> manager().acquire(KEY, BOB, TTL, WaitOptions.upTo(Duration.ofMinutes(5))))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).as("the flag was taken").isFalse();
    assertHeldByAlice();
    assertThat(scheduler.plannedTimers()).as("timers left").isEqualTo(timers);
  }

  @Test
  void P13_everything_else_finishes_when_interrupted_and_keeps_the_flag() {
    LeaseManager manager = manager();
    Thread.currentThread().interrupt();
    try {
      PrLease lease = manager.acquire(KEY, ALICE, TTL);
      lease.assertOwned();
      lease.renew();
      assertThat(manager.find(KEY).record()).isPresent();
      lease.release();
      assertThat(Thread.currentThread().isInterrupted()).as("the flag").isTrue();
    } finally {
      Thread.interrupted();
    }
    assertFree();
  }

  @Test
  void P13_a_refused_exchange_is_retried_though_interrupted() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    store.next(Operation.EXCHANGE, Fault.loseRequest(), Fault.none());
    Thread.currentThread().interrupt();
    try {
      lease.release();
      assertThat(Thread.currentThread().isInterrupted()).as("the flag").isTrue();
    } finally {
      Thread.interrupted();
    }
    assertFree();
  }

  @Test
  void L44_after_a_wait_the_slot_is_looked_at_again() throws InterruptedException {
    FaultyLeaseStore store = faulty();
    PrLease alices = manager().acquire(KEY, ALICE, TTL);
    scheduler.after(
        Duration.ofMinutes(1),
        () -> {
          alices.release();
          manager().acquire(KEY, SessionId.of("carol"), TTL);
        });
    PrLease waited = manager(store).acquire(KEY, BOB, TTL, WaitOptions.upTo(Duration.ofHours(1)));
    waited.assertOwned();
    assertThat(clock.now())
        .as("Carol's lease was waited for too")
        .isAfterOrEqualTo(ManualClock.START.plus(Duration.ofMinutes(16)));
  }
}

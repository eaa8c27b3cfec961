package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.OTHER_KEY;
import static dev.prlease.testkit.SampleLeases.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.testkit.StoreCall.Operation;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;

/**
 * P11: how keepers renew. Time is virtual, so every test crosses the TTL many times (lesson L27).
 */
@DisplayNameGeneration(RuleNames.class)
abstract class KeeperRules extends KeeperSuite {
  private static final Duration LOOK = Duration.ofSeconds(10);

  @Test
  void P11_L10_a_kept_lease_outlives_its_ttl_many_times() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    Keeper keeper = keep(lease);
    for (int quarter = 0; quarter < 12; quarter++) {
      pass(Duration.ofMinutes(15));
      lease.assertOwned();
      assertBobStandsDown();
    }
    assertThat(listener.ends()).as("no end in three hours").isEmpty();
    assertThat(listener.renewals()).as("renewals, three a TTL").hasSizeBetween(34, 60);
    assertThat(keeper.lastRenewedAt().orElseThrow())
        .isAfter(clock.now().minus(TTL.duration().dividedBy(2)));
  }

  @Test
  void P11_it_renews_at_a_third_of_the_ttl_or_a_little_earlier() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    keep(lease);
    store.forgetCalls();
    pass(Duration.ofMinutes(3).plusSeconds(50));
    assertThat(store.calls(Operation.EXCHANGE)).as("before the third").isEmpty();
    pass(Duration.ofSeconds(70));
    assertThat(store.calls(Operation.EXCHANGE)).as("by the third").hasSize(1);
  }

  @Test
  void P11_L26_failures_are_retried_quickly_inside_the_deadline() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    keep(lease);
    store.unreachable();
    pass(TTL.duration().minusSeconds(3));
    store.heal();
    pass(Duration.ofSeconds(3));
    assertThat(listener.ends()).as("healed three seconds before the deadline").isEmpty();
    lease.assertOwned(Duration.ofMinutes(10));
  }

  @Test
  void P11_P7_renewals_whose_answers_are_lost_are_renewals_all_the_same() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    keep(lease);
    store.plan(call -> call.operation() == Operation.EXCHANGE ? Fault.loseAnswer() : Fault.none());
    pass(Duration.ofHours(2));
    assertThat(listener.ends()).isEmpty();
    store.heal();
    lease.assertOwned();
    lease.release();
    assertFree();
  }

  @Test
  void P11_P12_a_clock_set_back_neither_extends_nor_ends_a_kept_lease() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    keep(lease);
    clock.stepWall(Duration.ofHours(-2));
    pass(TTL.duration());
    assertThat(listener.ends()).isEmpty();
    lease.assertOwned();
  }

  @Test
  void P11_P2_a_keeper_stops_writing_when_its_grant_is_superseded() {
    FaultyLeaseStore store = faulty();
    PrLease lease = manager(store).acquire(KEY, ALICE, TTL);
    keep(lease);
    PrLease later = manager().acquire(KEY, ALICE, TTL);
    pass(Duration.ofMinutes(14));
    assertThat(held().grantId()).as("the later grant").contains(later.grantId());
    assertThat(held().acquiredAt()).as("untouched").isEqualTo(ManualClock.START);
    passUntilOver(later);
    pass(LOOK);
    assertThat(listener.ends()).hasSize(1);
  }

  @Test
  void P11_P14_a_kept_lease_survives_an_older_program_that_drops_its_fields() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    keep(lease);
    for (int i = 0; i < 12; i++) {
      pass(Duration.ofMinutes(10));
      olderProgramRewrites(KEY);
    }
    assertThat(listener.ends()).isEmpty();
    lease.release();
    assertFree();
  }

  @Test
  void P11_L33_a_listener_that_fails_changes_nothing() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    lease.keepAlive(
        KeepAliveOptions.DEFAULTS,
        new LeaseListener() {
          @Override
          public void renewed(Instant expiresAt) {
            throw new IllegalStateException("a listener that fails");
          }
        });
    pass(Duration.ofHours(2));
    lease.assertOwned();
  }

  @Test
  void P11_L33_a_renewal_is_told_after_it_was_written() {
    PrLease lease = manager().acquire(KEY, ALICE, TTL);
    Instant[] seen = new Instant[2];
    lease.keepAlive(
        KeepAliveOptions.DEFAULTS,
        new LeaseListener() {
          @Override
          public void renewed(Instant expiresAt) {
            seen[0] = expiresAt;
            seen[1] = held().expiresAt();
          }
        });
    pass(Duration.ofMinutes(6));
    assertThat(seen[0]).as("told").isNotNull();
    assertThat(seen[1]).as("in the store by then").isEqualTo(seen[0]);
  }

  @Test
  void P11_several_leases_are_kept_each_by_itself() {
    FaultyLeaseStore store = faulty();
    LeaseManager manager = manager(store);
    PrLease one = manager.acquire(KEY, ALICE, TTL);
    PrLease two = manager.acquire(OTHER_KEY, ALICE, TTL);
    RecordingListener other = new RecordingListener(clock);
    keep(one);
    two.keepAlive(KeepAliveOptions.DEFAULTS, other);
    store.plan(
        call -> call.key().filter(KEY::equals).isPresent() ? Fault.failBefore() : Fault.none());
    pass(Duration.ofHours(1));
    assertLostBy(LeaseExpiredException.class);
    assertThat(other.ends()).as("the other lease").isEmpty();
    two.assertOwned();
    store.heal();
  }
}

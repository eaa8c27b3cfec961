package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.Ttl;
import dev.prlease.core.TestStore.Fault;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Handles, holdings and grants: rules P2 to P5, P10, P15. */
final class HandlesTest {
  private final World world = new World();

  @Test
  void L5_a_stale_handle_of_the_session_in_another_process_neither_renews_nor_frees() {
    PrLease stale = world.manager.acquire(KEY, A, TTL);
    LeaseManager other = world.manager();
    PrLease current = other.acquire(KEY, A, TTL);
    assertThatThrownBy(stale::renew)
        .isInstanceOfSatisfying(
            NotOwnerException.class,
            e -> assertThat(e.reason()).isEqualTo(NotOwnerException.Reason.SUPERSEDED));
    stale.assertOwned();
    stale.close();
    current.assertOwned();
    current.close();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P5_a_stale_handle_that_has_seen_its_successor_does_not_free_it_either() {
    PrLease stale = world.manager.acquire(KEY, A, TTL);
    PrLease current = world.manager().acquire(KEY, A, TTL);
    stale.assertOwned(); // now it knows the version that its successor wrote
    stale.release();
    current.assertOwned();
  }

  @Test
  void P2_a_handle_does_not_renew_the_grant_of_an_open_sibling() {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    PrLease second = world.manager.acquire(KEY, A, TTL);
    assertThatThrownBy(first::renew).isInstanceOf(NotOwnerException.class);
    first.assertOwned();
    second.renew();
    first.close();
    second.assertOwned();
  }

  @Test
  void P2_a_new_holding_of_the_session_supersedes_the_old_handle() {
    PrLease old = world.manager.acquire(KEY, A, TTL);
    world.manager.releaseSession(KEY, A);
    PrLease fresh = world.manager.acquire(KEY, A, TTL);
    assertThat(fresh.origin()).isEqualTo(Origin.FRESH);
    assertThat(fresh.fence()).isGreaterThan(old.fence());
    assertThatThrownBy(old::assertOwned).isInstanceOf(NotOwnerException.class);
    old.close();
    fresh.assertOwned();
  }

  @Test
  void released_and_lost_are_final() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.release();
    lease.release();
    assertThatThrownBy(lease::assertOwned)
        .isInstanceOfSatisfying(
            NotOwnerException.class,
            e -> assertThat(e.reason()).isEqualTo(NotOwnerException.Reason.NONE));
    world.manager.acquire(KEY, B, TTL);
    assertThatThrownBy(lease::renew)
        .isInstanceOfSatisfying(
            NotOwnerException.class,
            e -> assertThat(e.reason()).isEqualTo(NotOwnerException.Reason.FOREIGN));
    assertThat(lease.remaining()).isZero();
  }

  @Test
  void P12_a_lapsed_handle_is_not_revived_by_a_clock_set_back() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.advance(TTL.duration());
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseExpiredException.class);
    world.clock.step(TTL.duration().negated());
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseExpiredException.class);
    assertThatThrownBy(lease::renew).isInstanceOf(LeaseExpiredException.class);
  }

  @Test
  void P3_too_little_time_is_an_error_that_a_renewal_mends() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.advance(Duration.ofMinutes(14).plusSeconds(30));
    lease.assertOwned(Duration.ofSeconds(30));
    assertThatThrownBy(() -> lease.assertOwned(Duration.ofSeconds(31)))
        .isInstanceOf(LeaseExpiredException.class);
    lease.renew(Ttl.ofSeconds(60));
    lease.assertOwned(Duration.ofSeconds(60));
    assertThat(world.record().grantedAt()).contains(TestClock.START);
  }

  @Test
  void P5_a_failed_release_is_reported_and_can_be_tried_again() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.store.next(Fault.FAIL);
    assertThatThrownBy(lease::release).isInstanceOf(LeaseStoreException.class);
    lease.release();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P5_close_never_throws_and_detach_leaves_the_lease() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.store.unreadable(true);
    lease.close();
    world.store.unreadable(false);
    lease.close();
    assertThat(world.isFree()).isTrue();

    PrLease other = world.manager.acquire(KEY, A, TTL);
    other.detach();
    other.close();
    world.manager.close();
    assertThat(world.isFree()).isFalse();
    PrLease attached = world.manager().attach(KEY, A);
    assertThat(attached.grantId()).isEqualTo(other.grantId());
    assertThat(attached.origin()).isEqualTo(Origin.ATTACHED);
    attached.release();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void attach_needs_a_live_holding_of_the_session() {
    assertThatThrownBy(() -> world.manager.attach(KEY, A)).isInstanceOf(NotOwnerException.class);
    world.manager.acquire(KEY, A, TTL).detach();
    assertThatThrownBy(() -> world.manager.attach(KEY, B)).isInstanceOf(NotOwnerException.class);
    world.advance(TTL.duration());
    assertThatThrownBy(() -> world.manager.attach(KEY, A))
        .isInstanceOf(LeaseExpiredException.class);
  }

  @Test
  void closing_the_manager_frees_every_open_handle_though_one_release_fails() {
    world.manager.acquire(KEY, A, TTL);
    world.manager.acquire(dev.prlease.api.LeaseKey.pullRequest("acme/app", 43), A, TTL);
    world.store.next(Fault.FAIL);
    world.manager.close();
    assertThat(world.store.list(dev.prlease.spi.LeaseFilter.ALL)).hasSize(1);
    assertThatThrownBy(() -> world.manager.acquire(KEY, A, TTL))
        .isInstanceOf(IllegalStateException.class);
    world.manager.close();
  }

  @Test
  void an_acquisition_that_outlives_its_manager_is_undone() {
    world.store.beforeNextExchange(world.manager::close);
    assertThatThrownBy(() -> world.manager.acquire(KEY, A, TTL))
        .isInstanceOf(IllegalStateException.class);
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P10_a_ttl_under_four_uncertainties_is_refused_and_the_owner_counts_itself_out_early() {
    world.clock.uncertain(Duration.ofSeconds(2));
    assertThatThrownBy(() -> world.manager.acquire(KEY, A, Ttl.ofSeconds(7)))
        .isInstanceOf(LeaseConfigurationException.class);
    PrLease lease = world.manager.acquire(KEY, A, Ttl.ofSeconds(8));
    world.advance(Duration.ofSeconds(6));
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseExpiredException.class);
    world.advance(Duration.ofMillis(3999));
    assertThat(world.manager.tryAcquire(KEY, B, TTL)).isInstanceOf(Acquisition.Held.class);
    world.advance(Duration.ofMillis(1));
    assertThat(world.manager.tryAcquire(KEY, B, TTL)).isInstanceOf(Acquisition.Granted.class);
  }

  @Test
  void P15_adopt_moves_a_live_lease_and_its_former_handle_learns_of_it() {
    PrLease from = world.manager.acquire(KEY, A, TTL);
    PrLease to = world.manager.adopt(KEY, A, B, TTL);
    assertThat(to.origin()).isEqualTo(Origin.ADOPTED);
    assertThat(to.fence()).isGreaterThan(from.fence());
    assertThatThrownBy(from::assertOwned).isInstanceOf(NotOwnerException.class);
    from.close();
    to.assertOwned();
    assertThatThrownBy(() -> world.manager.adopt(KEY, A, B, TTL))
        .isInstanceOf(NotOwnerException.class);
  }

  @Test
  void P15_break_ends_the_grant_that_it_was_shown_though_it_is_renewed_meanwhile() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.advance(Duration.ofSeconds(10));
    world.store.beforeNextExchange(lease::renew);
    BrokenLease broken = world.manager.breakLease(KEY, B, "hangs");
    assertThat(world.isFree()).isTrue();
    assertThat(broken.before().state()).isEqualTo(LeaseStatus.State.HELD);
    assertThat(broken.formerHolderMayActUntil()).isPresent();
  }

  @Test
  void P15_break_never_ends_a_later_grant() {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    world.store.beforeNextExchange(
        () -> {
          first.close();
          world.manager().acquire(KEY, A, TTL).detach();
        });
    assertThatThrownBy(() -> world.manager.breakLease(KEY, B, "hangs"))
        .isInstanceOf(LeaseStoreException.class);
    assertThat(world.isFree()).isFalse();
  }

  @Test
  void P15_break_of_a_free_key_says_so_and_break_of_an_unreadable_one_vacates_it() {
    assertThatThrownBy(() -> world.manager.breakLease(KEY, B, "hangs"))
        .isInstanceOf(NotOwnerException.class);
    world.store.put(
        KEY,
        v ->
            new LeaseSlot.Unreadable(
                v, LeaseSlot.Defect.CORRUPT, "is not JSON", java.util.Optional.empty()));
    assertThat(world.manager.find(KEY).state()).isEqualTo(LeaseStatus.State.UNREADABLE);
    world.manager.breakLease(KEY, B, "garbage");
    assertThat(world.manager.find(KEY).state()).isEqualTo(LeaseStatus.State.FREE);
    assertThat(world.story()).containsExactly("broken", "unreadable-archived");
  }

  @Test
  void release_by_session_frees_whatever_it_holds_and_nothing_else() {
    assertThat(world.manager.releaseSession(KEY, A)).isFalse();
    world.manager.acquire(KEY, A, TTL).detach();
    assertThat(world.manager.releaseSession(KEY, B)).isFalse();
    assertThat(world.manager().releaseSession(KEY, A)).isTrue();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void a_sink_that_fails_is_told_off_and_changes_nothing() {
    LeaseManager manager =
        LeaseManager.on(world.store)
            .clock(world.clock)
            .scheduler(world.scheduler)
            .audit(new BrokenSink())
            .audit(world)
            .build();
    manager.acquire(KEY, A, TTL).close();
    assertThat(world.story()).containsExactly("acquired", "released");
  }

  private static final class BrokenSink implements dev.prlease.spi.AuditSink {
    @Override
    public void record(dev.prlease.spi.AuditEvent event) {
      throw new IllegalStateException("disk full");
    }

    @Override
    public Durability durability() {
      return Durability.DURABLE;
    }

    @Override
    public void close() {}
  }
}

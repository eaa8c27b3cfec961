package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.NotOwnerException;
import org.junit.jupiter.api.Test;

final class AcquiringTest {
  private final World world = new World();

  @Test
  void P1_a_free_key_is_acquired_in_one_round_trip() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    assertThat(world.store.calls()).isEqualTo(1);
    assertThat(lease.origin()).isEqualTo(Origin.FRESH);
    assertThat(lease.expiresAt()).isEqualTo(TestClock.START.plusSeconds(900));
  }

  @Test
  void asserting_renewing_and_releasing_cost_one_round_trip_each() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.assertOwned();
    assertThat(world.store.calls()).isEqualTo(2);
    lease.renew();
    assertThat(world.store.calls()).isEqualTo(3);
    lease.release();
    assertThat(world.store.calls()).isEqualTo(4);
    assertThat(world.isFree()).isTrue();
    assertThat(world.story()).containsExactly("acquired", "renewed", "released");
  }

  @Test
  void P1_a_live_lease_of_another_session_is_held_and_nothing_is_written() {
    world.manager.acquire(KEY, A, TTL);
    var before = world.slot();
    assertThatThrownBy(() -> world.manager.acquire(KEY, B, TTL))
        .isInstanceOf(AlreadyHeldException.class)
        .hasMessageContaining("already being driven by session session-a");
    assertThat(world.slot()).isEqualTo(before);
  }

  @Test
  void who_stands_down_is_recorded_and_who_goes_on_to_wait_is_not() {
    world.manager.acquire(KEY, A, TTL);
    assertThat(world.manager.tryBeforeWaiting(KEY, B, TTL)).isInstanceOf(Acquisition.Held.class);
    assertThat(world.story()).containsExactly("acquired");
    assertThat(world.manager.tryAcquire(KEY, B, TTL)).isInstanceOf(Acquisition.Held.class);
    assertThat(world.story()).containsExactly("acquired", "stood-down");
  }

  @Test
  void an_expired_lease_is_reclaimed_with_a_greater_fence_and_its_handle_learns_of_it() {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    world.advance(TTL.duration());
    PrLease second = world.manager.acquire(KEY, B, TTL);
    assertThat(second.origin()).isEqualTo(Origin.RECLAIMED);
    assertThat(second.fence()).isGreaterThan(first.fence());
    assertThatThrownBy(first::assertOwned).isInstanceOf(NotOwnerException.class);
    first.close();
    second.assertOwned();
  }

  @Test
  void P3_our_own_lapsed_lease_is_expired_for_good() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.advance(TTL.duration());
    assertThatThrownBy(lease::renew).isInstanceOf(LeaseExpiredException.class);
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseExpiredException.class);
  }

  @Test
  void P2_the_last_open_handle_of_a_holding_frees_it() {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    PrLease second = world.manager.acquire(KEY, A, TTL);
    assertThat(second.origin()).isEqualTo(Origin.AGAIN);
    assertThat(second.fence()).isEqualTo(first.fence());
    second.close();
    first.assertOwned();
    first.renew();
    first.close();
    assertThat(world.isFree()).isTrue();
  }
}

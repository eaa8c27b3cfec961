package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.Ttl;
import dev.prlease.core.TestStore.Fault;
import dev.prlease.spi.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeeperTest {
  private static final class Diary implements LeaseListener {
    final List<LeaseEnd> ends = new ArrayList<>();
    int renewals;

    @Override
    public void renewed(Instant expiresAt) {
      renewals++;
    }

    @Override
    public void ended(LeaseEnd end) {
      ends.add(end);
    }

    Throwable lost() {
      assertThat(ends).hasSize(1);
      return ((LeaseEnd.Lost) ends.get(0)).why();
    }
  }

  private final World world = new World();
  private final Diary diary = new Diary();
  private final List<PrLease> held = new ArrayList<>();

  /** Holds on to {@code lease}: one that was collected would be abandoned. */
  private PrLease held(PrLease lease) {
    held.add(lease);
    return lease;
  }

  private Keeper keep(PrLease lease) {
    return lease.keepAlive(KeepAliveOptions.DEFAULTS, diary);
  }

  @Test
  void P11_L27_a_kept_lease_outlives_its_ttl_many_times_and_without_a_keeper_it_does_not() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    Keeper keeper = keep(lease);
    world.advance(Duration.ofHours(5));
    lease.assertOwned();
    assertThat(diary.renewals).isBetween(60, 76);
    assertThat(keeper.lastRenewedAt()).isPresent();
    keeper.close();
    world.advance(TTL.duration());
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseExpiredException.class);
    assertThat(diary.ends).containsExactly(new LeaseEnd.Closed());
    assertThat(world.scheduler.timers()).isZero();
  }

  @Test
  void P11_a_break_is_noticed_within_ten_seconds() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    keep(lease);
    world.advance(Duration.ofSeconds(100));
    world.manager.breakLease(KEY, B, "it hangs");
    world.advance(Duration.ofSeconds(10));
    assertThat(diary.lost()).isInstanceOf(NotOwnerException.class);
    assertThat(lease.remaining()).isZero(); // held till here: one that is collected is kept no more
    assertThat(world.story()).containsExactly("acquired", "broken", "lost");
  }

  @Test
  void P11_loss_is_declared_at_the_deadline_when_the_store_cannot_be_reached() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    keep(lease);
    world.store.unreadable(true);
    world.advance(TTL.duration().minusMillis(1));
    assertThat(diary.ends).isEmpty();
    world.advance(Duration.ofMillis(1));
    assertThat(diary.lost()).isInstanceOf(LeaseExpiredException.class);
    assertThat(lease.remaining()).isZero();
  }

  @Test
  void P11_the_kill_grace_declares_the_loss_earlier() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    lease.keepAlive(KeepAliveOptions.DEFAULTS.withKillGrace(KillGrace.CHILD_PROCESS), diary);
    world.store.unreadable(true);
    world.advance(TTL.duration().minusMillis(5001));
    assertThat(diary.ends).isEmpty();
    world.advance(Duration.ofMillis(1));
    assertThat(diary.lost()).isInstanceOf(LeaseExpiredException.class);
  }

  @Test
  void P11_loss_is_declared_on_the_timer_when_the_store_hangs() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    Keeper keeper = keep(lease);
    world.scheduler.hangTasks();
    world.advance(TTL.duration());
    assertThat(keeper.end()).get().isInstanceOf(LeaseEnd.Lost.class);
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseExpiredException.class);
  }

  @Test
  void P11_L26_a_failed_renewal_is_tried_again_soon() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    keep(lease);
    world.store.next(Fault.FAIL, Fault.FAIL, Fault.LOSE_ANSWER, Fault.DELAY);
    world.advance(Duration.ofSeconds(302));
    assertThat(diary.renewals).isEqualTo(1);
    assertThat(Duration.between(world.record().acquiredAt(), world.clock.now()))
        .isLessThan(Duration.ofSeconds(70));
    world.advance(Duration.ofHours(1));
    lease.assertOwned();
  }

  @Test
  void L29_nothing_is_written_after_release() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    keep(lease);
    lease.close();
    int calls = world.store.calls();
    world.advance(Duration.ofHours(1));
    assertThat(world.store.calls()).isEqualTo(calls);
    assertThat(diary.ends).containsExactly(new LeaseEnd.Closed());
  }

  @Test
  void L29_a_release_during_the_keepers_call_frees_what_that_call_wrote() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    keep(lease);
    world.advance(Duration.ofSeconds(200));
    world.store.afterNextExchange(lease::close);
    world.advance(Duration.ofMinutes(2));
    assertThat(world.isFree()).isTrue();
    assertThat(diary.ends).containsExactly(new LeaseEnd.Closed());
  }

  @Test
  void P11_a_keeper_stops_writing_when_another_process_of_its_session_acquired_again() {
    PrLease first = held(world.manager.acquire(KEY, A, TTL));
    keep(first);
    PrLease second = world.manager().acquire(KEY, A, TTL);
    world.advance(Duration.ofMinutes(10));
    assertThat(world.record().grantId()).contains(second.grantId());
    first.assertOwned();
    first.close();
    second.assertOwned();
    assertThat(diary.renewals).isZero();
  }

  @Test
  void P2_a_keeper_goes_on_with_the_grant_that_a_closed_sibling_left() {
    PrLease first = held(world.manager.acquire(KEY, A, TTL));
    keep(first);
    world.manager.acquire(KEY, A, TTL).close();
    world.advance(Duration.ofHours(1));
    first.assertOwned();
    first.close();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P11_the_maximum_hold_ends_the_keeper_and_the_ttl_the_lease() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    Duration hold = Duration.ofHours(2);
    lease.keepAlive(KeepAliveOptions.DEFAULTS.withMaximumHold(hold), diary);
    world.advance(hold);
    assertThat(diary.ends).containsExactly(new LeaseEnd.MaximumHold(hold));
    lease.assertOwned();
    world.advance(TTL.duration());
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseExpiredException.class);
  }

  @Test
  void P12_a_clock_set_back_does_not_extend_a_lease_and_one_set_forward_ends_it_soon() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    world.clock.step(Duration.ofHours(-3));
    world.advance(TTL.duration());
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseExpiredException.class);

    LeaseKey other = LeaseKey.pullRequest("acme/app", 43);
    PrLease second = held(world.manager.acquire(other, A, TTL));
    keep(second);
    world.clock.step(Duration.ofHours(3));
    world.advance(Duration.ofSeconds(1));
    assertThat(diary.lost()).isInstanceOf(LeaseExpiredException.class);
    assertThat(second.remaining()).isZero();
  }

  @Test
  void P9_a_clock_set_back_so_far_that_others_disbelieve_the_record_ends_it_for_its_owner_too() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    keep(lease);
    world.clock.step(Duration.ofHours(-25));
    assertThatThrownBy(lease::assertOwned).isInstanceOf(RuntimeException.class);
    world.advance(Duration.ofSeconds(1));
    assertThat(diary.lost()).isNotNull();
  }

  @Test
  void P12_a_clock_that_does_not_know_the_time_for_a_while_loses_nothing() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    keep(lease);
    world.clock.uncertain(dev.prlease.spi.Clock.UNKNOWN_UNCERTAINTY);
    world.advance(Duration.ofSeconds(400));
    assertThatThrownBy(lease::assertOwned).hasMessageContaining("does not know the time");
    world.clock.uncertain(Duration.ofMillis(10));
    world.advance(Duration.ofSeconds(60));
    lease.assertOwned();
    assertThat(diary.renewals).isPositive();
    assertThat(diary.ends).isEmpty();
  }

  @Test
  void a_lease_of_one_second_is_kept_too() {
    PrLease lease = held(world.manager.acquire(KEY, A, Ttl.ofSeconds(1)));
    keep(lease);
    world.advance(Duration.ofMinutes(1));
    lease.assertOwned();
    assertThat(diary.renewals).isBetween(170, 240);
  }

  @Test
  void P5_a_handle_that_is_collected_unclosed_is_kept_no_more_and_not_released() {
    keep(world.manager.acquire(KEY, A, TTL));
    for (int tries = 0; tries < 1000 && diary.ends.isEmpty(); tries++) {
      System.gc();
      world.advance(Duration.ofSeconds(1));
    }
    assertThat(diary.ends).containsExactly(new LeaseEnd.Abandoned());
    assertThat(world.isFree()).isFalse();
    world.manager.close();
    assertThat(world.isFree()).isFalse();
  }

  @Test
  void a_listener_that_throws_breaks_nothing() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    LeaseListener bad =
        new LeaseListener() {
          @Override
          public void renewed(Instant expiresAt) {
            throw new IllegalStateException("bad listener");
          }
        };
    lease.keepAlive(KeepAliveOptions.DEFAULTS, bad);
    world.advance(Duration.ofHours(1));
    lease.assertOwned();
  }

  @Test
  void one_handle_has_one_keeper_at_a_time_and_a_lost_one_ends_it_at_once() {
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    keep(lease);
    assertThatThrownBy(() -> keep(lease)).isInstanceOf(IllegalStateException.class);
    world.manager.breakLease(KEY, B, "test");
    world.advance(Duration.ofSeconds(10));
    diary.ends.clear();
    keep(lease);
    world.advance(Duration.ofSeconds(1));
    assertThat(diary.lost()).isInstanceOf(NotOwnerException.class);
  }

  @Test
  void many_kept_leases_are_renewed_in_batches() {
    List<PrLease> leases = new ArrayList<>();
    for (int number = 1; number <= 200; number++) {
      PrLease lease = held(world.manager.acquire(LeaseKey.pullRequest("acme/app", number), A, TTL));
      lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
      leases.add(lease);
    }
    world.advance(Duration.ofHours(1));
    assertThat(world.manager.list(dev.prlease.spi.LeaseFilter.ALL))
        .hasSize(200)
        .allMatch(
            listed -> ((ListedLease.Shown) listed).status().state() == LeaseStatus.State.HELD);
    assertThat(world.scheduler.timers())
        .as("the next deadline, and the watch for steps")
        .isEqualTo(2);
    leases.forEach(PrLease::close);
    assertThat(world.scheduler.timers()).isZero();
  }

  @Test
  void
      P10_a_clock_that_does_not_know_the_time_any_more_is_as_unsure_as_when_the_lease_was_granted() {
    world.clock.uncertain(Duration.ofSeconds(2));
    PrLease lease = held(world.manager.acquire(KEY, A, TTL));
    world.clock.uncertain(Clock.UNKNOWN_UNCERTAINTY);
    Keeper keeper = lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    world.advance(TTL.duration().minusSeconds(2).minusMillis(1));
    assertThat(keeper.end()).isEmpty();
    world.advance(Duration.ofMillis(1));
    assertThat(keeper.end()).containsInstanceOf(LeaseEnd.Lost.class);
  }
}

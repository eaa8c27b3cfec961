package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.core.TestStore.Fault;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class UnknownOutcomeTest {
  private final World world = new World();

  @Test
  void P7_L37_a_write_whose_answer_was_lost_is_found_by_its_write_id() {
    world.store.next(Fault.LOSE_ANSWER);
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    assertThat(lease.origin()).isEqualTo(Origin.FRESH);
    lease.assertOwned();
    world.store.next(Fault.LOSE_ANSWER);
    lease.renew();
    world.store.next(Fault.LOSE_ANSWER);
    lease.release();
    assertThat(world.story()).containsExactly("acquired", "renewed", "released");
  }

  @Test
  void P7_after_an_unknown_vacant_the_bound_is_waited_out_and_vacant_is_never_sent_again() {
    world.store.lateWriteBound(Duration.ofSeconds(5));
    world.store.next(Fault.DELAY);
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    assertThat(world.clock.now()).isAfterOrEqualTo(TestClock.START.plusSeconds(5));
    assertThat(lease.record().acquiredAt()).isAfterOrEqualTo(TestClock.START.plusSeconds(5));
    lease.assertOwned();
  }

  @Test
  void P7_a_late_vacant_that_lands_within_the_bound_is_the_grant() {
    world.store.lateWriteBound(Duration.ofSeconds(5));
    world.store.next(Fault.DELAY);
    world.scheduler.after(Duration.ofSeconds(2), () -> world.store.landLate());
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    assertThat(lease.record().acquiredAt()).isEqualTo(TestClock.START);
    assertThat(world.store.exchanges).isEqualTo(1);
  }

  @Test
  void P7_a_further_exchange_for_the_same_version_kills_a_late_write() {
    world.store.lateWriteBound(Duration.ofSeconds(5));
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.store.next(Fault.DELAY);
    lease.renew();
    assertThat(world.store.landLate()).isFalse();
    lease.release();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P7_a_late_write_that_lands_before_the_further_exchange_is_recognised_by_its_refusal() {
    world.store.lateWriteBound(Duration.ofSeconds(5));
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.advance(Duration.ofSeconds(7));
    world.store.next(Fault.DELAY);
    world.store.beforeNextExchange(() -> {});
    world.store.beforeNextExchange(() -> world.store.landLate());
    lease.renew();
    assertThat(world.record().acquiredAt()).isEqualTo(TestClock.START.plusSeconds(7));
    assertThat(lease.expiresAt()).isEqualTo(world.record().expiresAt());
    lease.assertOwned();
    lease.renew();
  }

  @Test
  void P7_what_cannot_be_settled_is_unknown_and_the_grant_is_given_back_when_it_turns_up() {
    world.store.next(Fault.LOSE_ANSWER);
    world.store.unreadable(true);
    assertThatThrownBy(() -> world.manager.acquire(KEY, A, TTL))
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            e -> assertThat(e.outcome()).isEqualTo(LeaseStoreException.Outcome.UNKNOWN));
    assertThat(world.isFree()).isFalse();
    world.store.unreadable(false);
    world.advance(Duration.ofSeconds(20));
    assertThat(world.isFree()).isTrue();
    world.manager.acquire(KEY, B, TTL).assertOwned();
  }

  @Test
  void P7_a_grant_that_turns_up_late_is_given_back_though_another_session_came_between() {
    world.store.lateWriteBound(Duration.ofSeconds(8));
    world.store.next(Fault.DELAY);
    world.store.unreadable(true);
    assertThatThrownBy(() -> world.manager.acquire(KEY, A, TTL))
        .isInstanceOf(LeaseStoreException.class);
    world.store.unreadable(false);
    assertThat(world.store.landLate()).isTrue();
    world.advance(Duration.ofSeconds(20));
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P7_closing_the_manager_gives_back_what_is_still_loose() {
    world.store.next(Fault.LOSE_ANSWER);
    world.store.unreadable(true);
    assertThatThrownBy(() -> world.manager.acquire(KEY, A, TTL))
        .isInstanceOf(LeaseStoreException.class);
    world.store.unreadable(false);
    world.manager.close();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P7_an_unsettled_second_grant_of_a_live_holding_is_left_to_its_handles() {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    world.store.next(Fault.NONE, Fault.LOSE_ANSWER);
    world.store.beforeNextExchange(() -> {});
    world.store.beforeNextExchange(() -> world.store.unreadable(true));
    assertThatThrownBy(() -> world.manager.acquire(KEY, A, TTL))
        .isInstanceOf(LeaseStoreException.class);
    world.store.unreadable(false);
    world.advance(Duration.ofSeconds(30));
    first.assertOwned();
    first.renew();
    first.close();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P6_a_store_that_fails_cleanly_is_told_as_such_and_leaves_nothing() {
    world.store.next(Fault.FAIL);
    assertThatThrownBy(() -> world.manager.acquire(KEY, A, TTL))
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            e -> assertThat(e.outcome()).isEqualTo(LeaseStoreException.Outcome.NOT_WRITTEN));
    assertThat(world.isFree()).isTrue();
    assertThat(world.scheduler.timers()).isZero();
  }

  @Test
  void P4_a_renewal_answered_after_the_deadline_is_lost_and_released() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.advance(Duration.ofSeconds(899));
    world.store.afterNextExchange(() -> world.clock.advance(Duration.ofSeconds(1)));
    assertThatThrownBy(lease::renew).isInstanceOf(LeaseExpiredException.class);
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseExpiredException.class);
    world.advance(Duration.ofMillis(1));
    assertThat(world.isFree()).isTrue();
    assertThat(world.story()).containsExactly("acquired", "lost", "released");
  }

  @Test
  void P7_a_handle_lost_with_a_write_unsettled_is_released_by_a_further_exchange() {
    world.store.lateWriteBound(Duration.ofHours(1));
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.advance(Duration.ofMinutes(14));
    world.store.next(Fault.DELAY, Fault.FAIL);
    assertThatThrownBy(lease::renew).isInstanceOf(LeaseStoreException.class);
    world.advance(Duration.ofMinutes(2));
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseExpiredException.class);
    world.advance(Duration.ofSeconds(1));
    assertThat(world.store.landLate()).isFalse();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P7_a_release_whose_answer_was_lost_frees_nothing_of_a_successor() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.store.next(Fault.DELAY);
    lease.close();
    PrLease next = world.manager.acquire(KEY, B, TTL);
    world.store.landLate();
    next.assertOwned();
    assertThatThrownBy(() -> world.manager.acquire(KEY, A, TTL))
        .isInstanceOf(AlreadyHeldException.class);
  }
}

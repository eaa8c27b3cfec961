package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What was judged before a pause is judged again after it. Found by random interleavings: seed
 * -1604245758896243941, alice[renew, assert, attach], bob[acquire, assert, attach], bob[acquire,
 * release, release, acquire], schedule 2 1 3 3 1 0 1 0 1 1.
 */
final class StaleJudgementTest {
  private final World world = new World();

  private void rewrite(LeaseRecord record) {
    world.store.put(KEY, version -> new LeaseSlot.Held(version, record, Optional.empty()));
  }

  /** By what another process of the session writes before each try. */
  private void refuseTwice(LeaseRecord before) {
    world.store.beforeNextExchange(
        () -> {
          rewrite(before);
          world.store.beforeNextExchange(() -> rewrite(before));
        });
  }

  private void lapseInPause() {
    world.scheduler.after(Duration.ofNanos(1), () -> world.clock.advance(TTL.duration()));
  }

  @Test
  void P4_a_lease_that_lapses_while_its_adoption_pauses_is_not_adopted() {
    world.manager.acquire(KEY, A, TTL);
    LeaseRecord before = world.record();
    refuseTwice(before);
    lapseInPause();

    assertThatThrownBy(() -> world.manager().adopt(KEY, A, B, TTL))
        .isInstanceOf(LeaseExpiredException.class);

    assertThat(world.record()).isEqualTo(before);
  }

  @Test
  void P4_a_lease_that_lapses_while_a_write_that_keeps_it_is_on_its_way_is_not_revived() {
    world.manager.acquire(KEY, A, TTL);
    LeaseRecord before = world.record();
    LeaseManager another = world.manager();
    world.store.beforeNextExchange(
        () ->
            world.store.beforeNextExchange(
                () -> world.clock.advance(TTL.duration().plusSeconds(1))));

    PrLease again = another.acquire(KEY, A, TTL);

    assertThat(again.origin()).isEqualTo(Origin.RECLAIMED);
    assertThat(again.fence()).isGreaterThan(before.fence());
    again.assertOwned();
  }

  @Test
  void P4_a_lease_that_lapses_while_its_own_session_pauses_is_not_revived() {
    world.manager.acquire(KEY, A, TTL);
    LeaseRecord before = world.record();
    world.store.beforeNextExchange(() -> refuseTwice(before));
    lapseInPause();

    PrLease again = world.manager().acquire(KEY, A, TTL);

    assertThat(again.origin()).isEqualTo(Origin.RECLAIMED);
    assertThat(again.fence()).isGreaterThan(before.fence());
    assertThat(world.record().acquiredAt()).isAfterOrEqualTo(before.expiresAt());
  }

  /**
   * Found by random interleavings: seed 1730462438404723225, alice[acquire, break, release
   * session], bob[acquire, assert], alice[acquire, acquire], operator[break] and an older program,
   * schedule 0 4 1 0 3 2 2 2 1 2 1 2 1 1.
   */
  @Test
  void P14_the_fence_of_a_new_holding_exceeds_one_that_a_late_write_brought_back() {
    world.manager.acquire(KEY, A, TTL);
    LeaseRecord before = world.record();
    rewrite(before.withFence(Fence.NONE));
    List<Fence> between = new ArrayList<>();
    Runnable look = () -> between.add(world.record().fence());
    Runnable lapse =
        () -> {
          world.clock.advance(TTL.duration().plusSeconds(1));
          world.store.beforeNextExchange(look);
        };
    world.store.beforeNextExchange(() -> world.store.beforeNextExchange(lapse));

    PrLease again = world.manager.acquire(KEY, A, TTL);

    assertThat(between).as("after the write landed").containsExactly(before.fence());
    assertThat(again.origin()).isEqualTo(Origin.RECLAIMED);
    assertThat(again.fence()).isGreaterThan(before.fence());
  }

  /** What landed late was seen by another process of the session, which acts as long as it says. */
  @Test
  void P10_until_a_lease_that_lapsed_in_flight_is_had_anew_others_are_kept_out() {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    LeaseManager another = world.manager();
    LeaseManager others = world.manager();
    List<Acquisition> tries = new ArrayList<>();
    Runnable tryToGetIn = () -> tries.add(others.tryAcquire(KEY, B, TTL));
    Runnable see =
        () -> {
          first.assertOwned();
          tryToGetIn.run();
          world.store.afterNextExchange(tryToGetIn);
        };
    Runnable lapse =
        () -> {
          world.clock.advance(TTL.duration().minusSeconds(99));
          world.store.afterNextExchange(see);
        };
    world.clock.advance(Duration.ofSeconds(100));
    world.store.beforeNextExchange(() -> world.store.beforeNextExchange(lapse));

    PrLease again = another.acquire(KEY, A, TTL);

    assertThat(tries).hasSize(2).allMatch(Acquisition.Held.class::isInstance);
    assertThat(first.remaining()).as("what was seen").isPositive();
    assertThat(again.origin()).isEqualTo(Origin.RECLAIMED);
    assertThat(again.remaining()).isGreaterThan(first.remaining());
  }
}

package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.Holder;
import org.junit.jupiter.api.Test;

/** Processes of one session that must not act at the same time. */
final class InUseTest {
  private final World world = new World();
  private boolean atWork = true;

  private LeaseManager another() {
    return LeaseManager.on(world.store)
        .clock(world.clock)
        .scheduler(world.scheduler)
        .holder(Holder.ofProgram("another"))
        .audit(world)
        .inUse(record -> atWork && record.holder().map(Holder::program).orElse("").equals("test"))
        .build();
  }

  @Test
  void a_lease_in_use_is_refused_to_its_own_session_and_nothing_is_written() {
    world.manager.acquire(KEY, A, TTL);
    var before = world.slot();
    assertThatThrownBy(() -> another().acquire(KEY, A, TTL))
        .isInstanceOfSatisfying(
            AlreadyHeldException.class, held -> assertThat(held.owner()).isEqualTo(A))
        .hasMessageContaining("is at work on " + KEY + " already: test");
    assertThat(world.slot()).isEqualTo(before);
    assertThat(world.story()).containsExactly("acquired", "stood-down");
  }

  @Test
  void a_lease_in_use_is_not_released_by_its_session() {
    world.manager.acquire(KEY, A, TTL);
    var before = world.slot();
    assertThatThrownBy(() -> another().releaseSession(KEY, A))
        .isInstanceOf(AlreadyHeldException.class);
    assertThat(world.slot()).isEqualTo(before);
    assertThat(another().releaseSession(KEY, B)).isFalse();
  }

  @Test
  void a_lease_in_use_is_not_adopted_from_its_session() {
    world.manager.acquire(KEY, A, TTL);
    var before = world.slot();
    assertThatThrownBy(() -> another().adopt(KEY, A, B, TTL))
        .isInstanceOfSatisfying(
            AlreadyHeldException.class, held -> assertThat(held.owner()).isEqualTo(A));
    assertThat(world.slot()).isEqualTo(before);
    atWork = false;
    PrLease adopted = another().adopt(KEY, A, B, TTL);
    assertThat(adopted.takenFrom().map(from -> from.owner())).contains(A);
    assertThat(another().attach(KEY, B).takenFrom()).isEmpty();
  }

  @Test
  void once_nobody_is_at_work_the_session_may_have_it_again() {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    atWork = false;
    PrLease again = another().acquire(KEY, A, TTL);
    assertThat(again.origin()).isEqualTo(Origin.AGAIN);
    assertThat(again.fence()).isEqualTo(first.fence());
    assertThat(another().releaseSession(KEY, A)).isTrue();
  }

  @Test
  void an_expired_lease_is_in_use_by_nobody() {
    world.manager.acquire(KEY, A, TTL);
    world.advance(TTL.duration());
    assertThat(another().acquire(KEY, A, TTL).origin()).isEqualTo(Origin.RECLAIMED);
  }
}

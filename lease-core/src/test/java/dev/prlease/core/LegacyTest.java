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
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.Ttl;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rule P14: programs of version 1 share the store, and drop what they do not know. */
final class LegacyTest {
  private final World world = new World();

  /** Writes what is there again, as a version-1 program does even when it loses. */
  private void rewriteAsVersion1() {
    LeaseRecord record = world.record();
    world.store.put(
        KEY,
        version ->
            new LeaseSlot.Held(
                version,
                LeaseRecord.of(record.key(), record.owner(), record.acquiredAt(), record.ttl()),
                Optional.empty()));
  }

  @Test
  void P14_a_handle_whose_fields_were_dropped_asserts_renews_and_restores_them() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    rewriteAsVersion1();
    lease.assertOwned();
    world.advance(Duration.ofSeconds(5));
    lease.renew();
    assertThat(world.record().fence()).isEqualTo(lease.fence());
    assertThat(world.record().grantId()).contains(lease.grantId());
    assertThat(world.record().grantedAt()).contains(TestClock.START);
    assertThat(world.record().holder()).isPresent();
  }

  @Test
  void P14_a_handle_frees_a_record_with_the_times_that_it_sent() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.advance(Duration.ofSeconds(5));
    lease.renew();
    rewriteAsVersion1();
    lease.release();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P14_P2_the_last_handle_frees_what_one_that_was_attached_wrote_too_late_over_lost_fields() {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    rewriteAsVersion1();
    PrLease attached = world.manager.attach(KEY, A);
    world.advance(TTL.duration().minusSeconds(5));
    world.store.afterNextExchange(() -> world.clock.advance(Duration.ofSeconds(5)));
    assertThatThrownBy(attached::renew).isInstanceOf(LeaseExpiredException.class);
    attached.close();
    assertThat(world.isFree()).as("the attached one frees nothing by itself").isFalse();
    first.close();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P14_what_another_process_wrote_over_lost_fields_is_not_freed_for_one_that_only_read_it() {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    world.advance(Duration.ofSeconds(5));
    rewriteAsVersion1();
    PrLease elsewhere = world.manager().attach(KEY, A);
    elsewhere.renew(); // without a grant, since it knows none
    PrLease attached = world.manager.attach(KEY, A);
    attached.keepAlive(
        KeepAliveOptions.DEFAULTS.withMaximumHold(Duration.ofSeconds(1)), LeaseListener.NONE);
    world.store.unreadable(true);
    world.advance(TTL.duration().minusSeconds(1));
    assertThat(attached.remaining()).isPositive();
    world.store.unreadable(false);
    first.close();
    assertThat(elsewhere.remaining()).isPositive();
    assertThat(world.isFree()).isFalse();
  }

  @Test
  void P14_a_handle_frees_a_record_with_times_of_a_renewal_that_was_never_settled() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.advance(Duration.ofSeconds(5));
    world.store.next(TestStore.Fault.LOSE_ANSWER);
    world.store.afterNextExchange(() -> {});
    world.store.unreadable(true);
    assertThatThrownBy(lease::renew).hasMessageContaining("not answered");
    world.store.unreadable(false);
    rewriteAsVersion1();
    lease.release();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P14_a_handle_does_not_free_what_a_version_1_process_of_its_session_acquired() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    world.advance(Duration.ofSeconds(5));
    world.store.put(
        KEY,
        version ->
            new LeaseSlot.Held(
                version,
                LeaseRecord.of(KEY, A, world.clock.now(), Ttl.ofSeconds(60)),
                Optional.empty()));
    lease.assertOwned();
    lease.close();
    assertThat(world.isFree()).isFalse();
  }

  @Test
  void P14_acquiring_again_restores_the_fence_that_an_open_handle_knows() {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    rewriteAsVersion1();
    PrLease second = world.manager.acquire(KEY, A, TTL);
    assertThat(second.fence()).isEqualTo(first.fence());
    first.close();
    second.assertOwned();
    second.close();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void P14_a_process_without_the_handle_mints_no_fence() {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    rewriteAsVersion1();
    PrLease attached = world.manager().attach(KEY, A);
    assertThat(attached.fence()).isEqualTo(Fence.NONE);
    attached.renew();
    assertThat(world.record().fence()).isEqualTo(Fence.NONE);
    first.assertOwned();
    PrLease again = world.manager().acquire(KEY, A, TTL);
    assertThat(again.fence()).isEqualTo(Fence.NONE);
    first.assertOwned();
    assertThatThrownBy(first::renew).isInstanceOf(NotOwnerException.class);
  }

  @Test
  void a_slot_that_a_version_1_program_vacated_is_acquired_with_a_fence_from_the_clock() {
    world.manager.acquire(KEY, A, TTL).close();
    world.store.put(KEY, v -> LeaseSlot.Vacant.written(v, Fence.NONE, Optional.empty()));
    world.advance(Duration.ofSeconds(1));
    PrLease lease = world.manager.acquire(KEY, B, TTL);
    assertThat(lease.fence()).isEqualTo(Fence.at(world.clock.now()));
    assertThat(lease.origin()).isEqualTo(Origin.FRESH);
  }

  @Test
  void P6_a_program_that_rewrites_the_slot_again_and_again_does_not_keep_us_from_renewing() {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    for (int i = 0; i < 5; i++) {
      world.store.beforeNextExchange(this::rewriteAsVersion1);
    }
    lease.renew();
    for (int i = 0; i < 5; i++) {
      world.store.beforeNextExchange(this::rewriteAsVersion1);
    }
    lease.release();
    assertThat(world.isFree()).isTrue();
  }
}

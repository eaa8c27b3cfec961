package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.WaitTimeoutException;
import dev.prlease.spi.Registration;
import dev.prlease.spi.Watchable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class WaitingTest {
  private final World world = new World();

  private PrLease wait(World in, Duration timeout) throws InterruptedException {
    return in.manager.acquire(KEY, B, TTL, WaitOptions.upTo(timeout));
  }

  @Test
  void a_waiting_acquire_gets_the_lease_soon_after_its_release() throws Exception {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    world.scheduler.after(Duration.ofSeconds(30), first::close);
    PrLease second = wait(world, Duration.ofMinutes(10));
    assertThat(second.record().acquiredAt())
        .isBetween(TestClock.START.plusSeconds(30), TestClock.START.plusSeconds(31));
    second.assertOwned();
  }

  @Test
  void it_looks_when_the_record_expires_and_not_a_poll_later() throws Exception {
    world.manager.acquire(KEY, A, TTL).detach();
    PrLease second =
        world.manager.acquire(
            KEY, B, TTL, new WaitOptions(Duration.ofHours(1), Duration.ofMinutes(7)));
    assertThat(second.record().acquiredAt()).isEqualTo(TestClock.START.plusSeconds(900));
  }

  @Test
  void it_times_out_by_ticks_naming_the_owner_and_stands_down_once() {
    world.manager.acquire(KEY, A, TTL);
    world.scheduler.after(Duration.ofSeconds(5), () -> world.clock.step(Duration.ofHours(-2)));
    assertThatThrownBy(() -> wait(world, Duration.ofSeconds(20)))
        .isInstanceOfSatisfying(
            WaitTimeoutException.class, e -> assertThat(e.lastSeen().owner()).isEqualTo(A));
    assertThat(world.story()).containsExactly("acquired", "stood-down");
  }

  @Test
  void it_tells_of_each_holding_that_it_waits_for_once() throws Exception {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    world.scheduler.after(Duration.ofSeconds(5), first::renew);
    world.scheduler.after(
        Duration.ofSeconds(10),
        () -> {
          first.close();
          world.manager.acquire(KEY, A, TTL).detach();
        });
    List<Fence> told = new ArrayList<>();
    PrLease second =
        world.manager.acquire(
            KEY, B, TTL, WaitOptions.upTo(Duration.ofHours(1)), held -> told.add(held.fence()));
    assertThat(told).hasSize(2).first().isEqualTo(first.fence());
    assertThat(second.fence()).isGreaterThan(told.get(1));
    second.close();
    told.clear();
    world
        .manager
        .acquire(KEY, A, TTL, WaitOptions.upTo(Duration.ofHours(1)), held -> told.add(held.fence()))
        .close();
    assertThat(told).as("a free lease is waited for by nobody").isEmpty();
  }

  @Test
  void a_timeout_of_zero_is_one_try() {
    world.manager.acquire(KEY, A, TTL);
    int before = world.store.calls();
    assertThatThrownBy(() -> wait(world, Duration.ZERO)).isInstanceOf(WaitTimeoutException.class);
    assertThat(world.store.calls()).isEqualTo(before + 1);
  }

  @Test
  void P13_an_interrupt_before_or_meanwhile_ends_the_wait_and_leaves_nothing() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> wait(world, Duration.ofSeconds(20)))
        .isInstanceOf(InterruptedException.class)
        .hasMessage("interrupted while waiting for " + KEY);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(world.isFree()).isTrue();

    world.manager.acquire(KEY, A, TTL);
    Thread waiter = Thread.currentThread();
    world.scheduler.after(Duration.ofSeconds(5), waiter::interrupt);
    assertThatThrownBy(() -> wait(world, Duration.ofSeconds(20)))
        .isInstanceOf(InterruptedException.class)
        .hasMessage("interrupted while waiting for " + KEY);
    assertThat(world.record().owner()).isEqualTo(A);
  }

  @Test
  void P13_everything_else_finishes_and_keeps_the_flag() {
    Thread.currentThread().interrupt();
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.assertOwned();
    lease.renew();
    lease.release();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void a_store_that_tells_of_changes_is_looked_at_soon_after() throws Exception {
    WatchedStore store = new WatchedStore();
    World watched = new World(store);
    PrLease first = watched.manager.acquire(KEY, A, TTL);
    watched.scheduler.after(
        Duration.ofSeconds(30),
        () -> {
          first.close();
          store.tell();
        });
    PrLease second =
        watched.manager.acquire(
            KEY, B, TTL, new WaitOptions(Duration.ofHours(1), Duration.ofMinutes(7)));
    assertThat(second.record().acquiredAt()).isBefore(TestClock.START.plusMillis(30_100));
    assertThat(store.watches).hasValue(0);
  }

  private static final class WatchedStore extends TestStore implements Watchable {
    final AtomicInteger watches = new AtomicInteger();
    private Runnable onChange = () -> {};

    void tell() {
      onChange.run();
    }

    @Override
    public Registration watch(LeaseKey key, Runnable newOnChange) {
      watches.incrementAndGet();
      onChange = newOnChange;
      return watches::decrementAndGet;
    }
  }
}

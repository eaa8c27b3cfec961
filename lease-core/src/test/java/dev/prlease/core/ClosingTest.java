package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.B;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.Ttl;
import dev.prlease.core.TestStore.Fault;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** L52: what acts under leases is told, leases are released, and then the rest is closed. */
final class ClosingTest {
  /** Longer than anything here takes. */
  private static final Duration LONG = Duration.ofSeconds(30);

  private final List<String> order = new ArrayList<>();

  private final TestStore store =
      new TestStore() {
        @Override
        public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
          Exchange exchange = super.compareAndExchange(key, expected, change);
          if (change.next().isEmpty()) {
            order.add("released");
          }
          return exchange;
        }
      };

  private final World world = new World(store);

  /** A call of the store that hangs is answered after this. */
  private final CountDownLatch answers = new CountDownLatch(1);

  @AfterEach
  void letTheStoreAnswer() {
    answers.countDown();
  }

  private final LeaseListener listener =
      new LeaseListener() {
        @Override
        public void ended(LeaseEnd end) {
          order.add("listener told");
        }
      };

  private PrLease kept(LeaseKey key) {
    PrLease lease = world.manager.acquire(key, A, TTL);
    lease.keepAlive(KeepAliveOptions.DEFAULTS, listener);
    return lease;
  }

  @Test
  void L52_listeners_and_gates_are_told_before_the_lease_is_released() throws Exception {
    PrLease lease = kept(KEY);
    lease.run(
        new GatedAction<String>() {
          @Override
          public String name() {
            return "test";
          }

          @Override
          public String run(Gate gate) {
            gate.listen(
                new Gate.Listener() {
                  @Override
                  public void renewed() {}

                  @Override
                  public void lost() {
                    order.add("gate told");
                  }
                });
            world.manager.close();
            return "";
          }
        });
    assertThat(order).containsExactly("listener told", "gate told", "released");
  }

  @Test
  void P11_L33_no_loss_is_untold_or_unrecorded_once_the_manager_is_closed() {
    kept(KEY);
    world.scheduler.hangTasks();
    world.advance(TTL.duration());
    assertThat(world.story()).doesNotContain("lost");
    world.scheduler.resumeTasks();
    world.manager.close();
    assertThat(order).contains("listener told");
    assertThat(world.story()).contains("lost");
  }

  @Test
  void P11_L33_fifty_keepers_are_told_fifty_ends_by_the_time_the_manager_is_closed() {
    for (int number = 1; number <= 50; number++) {
      kept(LeaseKey.pullRequest("acme/app", number));
    }
    world.manager.close();
    world.manager.close();
    assertThat(order.stream().filter("listener told"::equals)).hasSize(50);
    assertThat(order.subList(0, 50)).containsOnly("listener told");
  }

  @Test
  void listeners_that_hang_are_waited_for_five_seconds_before_the_release_and_five_after() {
    List<Duration> released = new ArrayList<>();
    kept(KEY);
    world.scheduler.hangTasks();
    store.beforeNextExchange(() -> released.add(passed()));
    world.manager.close();
    assertThat(order).containsExactly("released");
    assertThat(released).containsExactly(Duration.ofSeconds(5));
    assertThat(passed()).isEqualTo(Duration.ofSeconds(10));
  }

  private Duration passed() {
    return Duration.between(TestClock.START, world.clock.now());
  }

  @Test
  void a_call_of_the_store_that_hangs_costs_its_own_lease_only() throws Exception {
    PrLease hanging = world.manager.acquire(KEY, A, TTL);
    LeaseKey key = LeaseKey.pullRequest("acme/app", 43);
    PrLease other = world.manager.acquire(key, A, TTL);
    CountDownLatch inTheStore = new CountDownLatch(1);
    store.beforeNextExchange(
        () -> {
          inTheStore.countDown();
          awaits(answers);
        });
    Thread renewing =
        new Thread(
            () ->
                assertThatThrownBy(hanging::renew).as("closed").isInstanceOf(LeaseException.class));
    renewing.start();
    inTheStore.await();
    Thread closing = new Thread(world.manager::close);
    closing.setDaemon(true); // it may hang for good
    closing.start();
    closing.join(LONG.toMillis());
    assertThat(closing.isAlive()).as("whether closing hangs with it").isFalse();
    assertThat(order).containsExactly("released");
    assertThat(store.peek(key)).isInstanceOf(LeaseSlot.Vacant.class);
    assertThat(passed()).isEqualTo(Duration.ofSeconds(5));
    // Also: a handle that nobody has any more may be collected, which abandons its lease.
    assertThatThrownBy(other::assertOwned).as("closed").isInstanceOf(LeaseException.class);
    answers.countDown();
    renewing.join();
  }

  @Test
  void a_write_that_ends_in_time_is_waited_for_and_its_lease_released() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    CountDownLatch inTheStore = new CountDownLatch(1);
    store.beforeNextExchange(
        () -> {
          inTheStore.countDown();
          awaits(answers);
        });
    Thread renewing =
        new Thread(
            () -> assertThatThrownBy(lease::renew).as("closed").isInstanceOf(LeaseException.class));
    renewing.start();
    inTheStore.await();
    world.scheduler.after(
        Duration.ofSeconds(3),
        () -> {
          answers.countDown();
          joins(renewing);
        });
    world.manager.close();
    assertThat(order).containsExactly("released");
    assertThat(world.isFree()).isTrue();
  }

  @Test
  void what_a_plugin_throws_in_one_step_keeps_no_other_from_being_done() {
    TestScheduler scheduler = world.scheduler;
    PrLease first = kept(KEY);
    PrLease second = kept(LeaseKey.pullRequest("acme/app", 43));
    store.next(Fault.LOSE_ANSWER);
    store.unreadable(true);
    LeaseKey loose = LeaseKey.pullRequest("acme/app", 44);
    assertThatThrownBy(() -> world.manager.acquire(loose, A, TTL))
        .isInstanceOf(LeaseStoreException.class);
    store.unreadable(false);
    store.next(Fault.BREAK, Fault.BREAK, Fault.BREAK);
    store.loadsThatBreak(3);
    world.manager.close();
    assertThat(first.remaining()).isZero();
    assertThat(second.remaining()).isZero();
    assertThat(order.stream().filter("listener told"::equals)).hasSize(2);
    assertThat(scheduler.timers()).as("the planned look for the loose end").isEqualTo(1);
  }

  /** Its own scheduler, so its own threads. */
  private LeaseManager withThreads(AuditSink sink) {
    return LeaseManager.on(new TestStore()).audit(sink).build();
  }

  @Test
  void L33_a_listener_that_closes_the_manager_in_the_middle_is_told_the_end_all_the_same()
      throws Exception {
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    LeaseManager manager = withThreads(world);
    PrLease lease = manager.acquire(KEY, A, TTL);
    lease.keepAlive(
        KeepAliveOptions.DEFAULTS,
        new LeaseListener() {
          @Override
          public void renewed(Instant expiresAt) {
            manager.close();
            told.add("closed");
          }

          @Override
          public void ended(LeaseEnd end) {
            told.add(end.getClass().getSimpleName());
          }
        });
    lease.renew();
    assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("closed");
    assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("Closed");
  }

  @Test
  void P11_L33_a_slow_listener_is_heard_out() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    LeaseManager manager = withThreads(world);
    for (int number = 1; number <= 10; number++) {
      PrLease lease = manager.acquire(LeaseKey.pullRequest("acme/app", number), A, TTL);
      lease.keepAlive(
          KeepAliveOptions.DEFAULTS,
          new LeaseListener() {
            @Override
            public void ended(LeaseEnd end) {
              begun.countDown();
              if (awaits(goOn)) {
                told.add("told");
              }
            }
          });
    }
    Thread closing = new Thread(manager::close);
    closing.start();
    begun.await();
    while (closing.isAlive() && closing.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    goOn.countDown();
    closing.join();
    assertThat(told).hasSize(10);
  }

  @Test
  void P11_a_loss_is_recorded_though_the_store_hangs() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    BlockingQueue<AuditEvent.Type> recorded = new LinkedBlockingQueue<>();
    AuditSink sink =
        new AuditSink() {
          @Override
          public void record(AuditEvent event) {
            recorded.add(event.type());
          }

          @Override
          public Durability durability() {
            return Durability.BEST_EFFORT;
          }

          @Override
          public void close() {}
        };
    try (LeaseManager manager = LeaseManager.on(new TestStore()).audit(sink).build()) {
      for (int places = 0; places < ThreadPoolScheduler.MIN_POOL_SIZE / 2; places++) {
        manager.core().storeLane().submit(() -> awaits(never));
      }
      manager
          .acquire(KEY, B, Ttl.ofSeconds(1))
          .keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
      assertThat(recorded.take()).isEqualTo(AuditEvent.Type.ACQUIRED);
      // Sooner than the lane ends calls that hang.
      assertThat(recorded.poll(25, TimeUnit.SECONDS)).isEqualTo(AuditEvent.Type.LOST);
      never.countDown();
    }
  }

  private static void joins(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean awaits(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

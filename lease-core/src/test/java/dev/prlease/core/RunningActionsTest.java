package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.core.TestStore.Fault;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** L52: an action that was told to stop acts until it has; its lease is not another's before. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RunningActionsTest {
  /** How long an action takes to stop here. */
  private static final Duration STOPPING = Duration.ofSeconds(3);

  private final List<String> order = new CopyOnWriteArrayList<>();
  private final List<Running> running = new CopyOnWriteArrayList<>();

  private final TestStore store =
      new TestStore() {
        @Override
        public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
          Exchange exchange = super.compareAndExchange(key, expected, change);
          if (change.next().isEmpty() && exchange instanceof Exchange.Swapped) {
            order.add("released");
          }
          return exchange;
        }
      };

  private final World world = new World(store);

  /** An action on a thread of its own, which acts until the test lets it end. */
  private final class Running implements GatedAction<String> {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread;

    Running(PrLease lease) throws InterruptedException {
      thread =
          new Thread(
              () -> {
                try {
                  lease.run(this);
                } catch (Exception failed) {
                  throw new AssertionError(failed);
                }
              });
      running.add(this);
      thread.start();
      begun.await();
    }

    @Override
    public String name() {
      return "test";
    }

    @Override
    public String run(Gate gate) throws InterruptedException {
      begun.countDown();
      end.await();
      return "";
    }

    void end() {
      order.add("acted");
      end.countDown();
      try {
        thread.join();
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @AfterEach
  void endActions() {
    running.forEach(Running::end);
  }

  private void endsAfterAWhile(Running action) {
    world.scheduler.after(STOPPING, action::end);
  }

  @Test
  void closing_the_manager_waits_until_actions_have_returned() throws Exception {
    endsAfterAWhile(new Running(world.manager.acquire(KEY, A, TTL)));
    world.manager.close();
    assertThat(order).containsExactly("acted", "released");
  }

  @Test
  void closing_a_handle_waits_until_its_action_has_returned() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    endsAfterAWhile(new Running(lease));
    lease.close();
    assertThat(order).containsExactly("acted", "released");
  }

  @Test
  void the_last_handle_of_a_holding_waits_for_the_action_of_one_that_was_closed_before()
      throws Exception {
    PrLease first = world.manager.acquire(KEY, A, TTL);
    PrLease last = world.manager.acquire(KEY, A, TTL);
    endsAfterAWhile(new Running(first));
    first.close();
    assertThat(order).isEmpty();
    last.close();
    assertThat(order).containsExactly("acted", "released");
  }

  @Test
  void closing_the_manager_gives_back_what_a_lost_grant_left_when_its_action_has_returned()
      throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    Running action = new Running(lease);
    store.next(Fault.LOSE_ANSWER);
    store.unreadable(true);
    assertThatThrownBy(lease::renew).isInstanceOf(LeaseStoreException.class);
    lease.keepAlive(
        KeepAliveOptions.DEFAULTS.withKillGrace(KillGrace.CHILD_PROCESS), LeaseListener.NONE);
    world.advance(TTL.duration().minusSeconds(4));
    assertThat(lease.remaining()).isZero();
    store.unreadable(false);
    endsAfterAWhile(action);
    world.manager.close();
    assertThat(order).containsExactly("acted", "released");
  }

  @Test
  void an_action_that_does_not_stop_is_waited_for_as_long_as_a_child_process_may_take()
      throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    Running deaf = new Running(lease);
    world.manager.close();
    assertThat(order).containsExactly("released");
    assertThat(Duration.between(TestClock.START, world.clock.now()))
        .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(9).plusMillis(50));
    deaf.end();
  }

  @Test
  void an_action_that_gives_its_own_lease_back_does_not_wait_for_itself() throws Exception {
    PrLease lease = world.manager.acquire(KEY, A, TTL);
    lease.run(
        new GatedAction<String>() {
          @Override
          public String name() {
            return "test";
          }

          @Override
          public String run(Gate gate) {
            lease.close();
            return "";
          }
        });
    assertThat(order).containsExactly("released");
    assertThat(world.clock.now()).isEqualTo(TestClock.START);
  }
}

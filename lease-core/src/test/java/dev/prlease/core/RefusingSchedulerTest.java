package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.core.TestStore.Fault;
import dev.prlease.spi.Scheduler;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** L52: a scheduler that was closed too early hides no error and leaves nothing half done. */
final class RefusingSchedulerTest {
  private static final class Closable implements Scheduler {
    final TestScheduler scheduler;
    boolean closed;

    Closable(TestScheduler scheduler) {
      this.scheduler = scheduler;
    }

    private void refuseIfClosed() {
      if (closed) {
        throw new IllegalStateException("the scheduler is closed");
      }
    }

    @Override
    public Handle after(Duration delay, Runnable timer) {
      refuseIfClosed();
      return scheduler.after(delay, timer);
    }

    @Override
    public Handle every(Duration period, Runnable timer) {
      refuseIfClosed();
      return scheduler.every(period, timer);
    }

    @Override
    public Handle execute(Runnable task) {
      refuseIfClosed();
      return scheduler.execute(task);
    }

    @Override
    public void pause(Duration duration) throws InterruptedException {
      scheduler.pause(duration);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private final TestStore store = new TestStore();
  private final TestClock clock = new TestClock();
  private final Closable scheduler = new Closable(new TestScheduler(clock));
  private final LeaseManager manager =
      LeaseManager.on(store).clock(clock).scheduler(scheduler).build();

  @Test
  void the_error_of_an_acquisition_that_stays_unknown_is_the_stores() {
    scheduler.close();
    store.next(Fault.LOSE_ANSWER);
    store.unreadable(true);
    assertThatThrownBy(() -> manager.acquire(KEY, A, TTL)).isInstanceOf(LeaseStoreException.class);
    store.unreadable(false);
    manager.close();
    assertThat(store.peek(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
  }

  @Test
  void the_error_of_a_renewal_that_was_answered_too_late_is_that_it_expired() {
    PrLease lease = manager.acquire(KEY, A, TTL);
    clock.advance(TTL.duration().minusSeconds(1));
    scheduler.close();
    store.afterNextExchange(() -> clock.advance(Duration.ofSeconds(1)));
    assertThatThrownBy(lease::renew).isInstanceOf(LeaseExpiredException.class);
    manager.close();
    assertThat(store.peek(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
  }

  @Test
  void a_keeper_that_could_not_be_started_can_be_started_later() {
    PrLease lease = manager.acquire(KEY, A, TTL);
    scheduler.close();
    assertThatThrownBy(() -> lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the scheduler is closed");
    scheduler.closed = false;
    Keeper keeper = lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    scheduler.scheduler.advance(TTL.duration().multipliedBy(3));
    assertThat(keeper.end()).isEmpty();
    lease.assertOwned();
  }
}

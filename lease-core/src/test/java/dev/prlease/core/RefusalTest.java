package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.Ttl;
import dev.prlease.core.FussyScheduler.Refusing;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * P11: a host's pool that is full for a while, or code of others that throws whatever it likes,
 * ends no keeper: what waits is kept and tried again, and each end is told once.
 */
final class RefusalTest {
  private static final int LEASES = 12;
  private static final Ttl TTL = Ttl.ofSeconds(60);
  private static final Duration WHILE = Duration.ofSeconds(20);

  /** What no port declares, and some code throws. */
  private enum Odd implements Supplier<Throwable> {
    REJECTED {
      @Override
      public Throwable get() {
        return new RejectedExecutionException("the pool is full");
      }
    },
    NO_THREADS {
      @Override
      public Throwable get() {
        return new InternalError("no thread to be had");
      }
    },
    UNANNOUNCED {
      @Override
      public Throwable get() {
        return new IOException("from a language without checked exceptions");
      }
    }
  }

  private final class Counting implements LeaseListener {
    int renewals;
    final List<LeaseEnd> ends = new ArrayList<>();

    @Override
    public void renewed(Instant expiresAt) {
      renewals++;
      odd.forEach(each -> Sneaky.raise(each.get()));
    }

    @Override
    public void ended(LeaseEnd end) {
      ends.add(end);
      odd.forEach(each -> Sneaky.raise(each.get()));
    }
  }

  private final TestClock clock = new TestClock();
  private final TestScheduler time = new TestScheduler(clock);
  private final FussyScheduler scheduler = new FussyScheduler(time);
  private final List<Supplier<Throwable>> odd = new ArrayList<>();
  private final List<Supplier<Throwable>> oddStore = new ArrayList<>();
  private final TestStore store =
      new TestStore() {
        @Override
        public List<ExchangeResult> exchangeAll(List<ExchangeRequest> requests) {
          List<ExchangeResult> results = new ArrayList<>();
          for (ExchangeRequest request : requests) {
            Exchange exchange =
                compareAndExchange(request.key(), request.expected(), request.change());
            results.add(new ExchangeResult.Answered(request.key(), exchange));
          }
          if (!oddStore.isEmpty()) {
            Sneaky.raise(oddStore.remove(0).get());
          }
          return results;
        }
      };
  private final LeaseManager manager =
      LeaseManager.on(store).clock(clock).scheduler(scheduler).random(new Random(1)).build();
  private final List<PrLease> leases = new ArrayList<>();
  private final List<Keeper> keepers = new ArrayList<>();
  private final List<Counting> listeners = new ArrayList<>();

  private void keepAll() {
    for (int i = 0; i < LEASES; i++) {
      PrLease lease = manager.acquire(LeaseKey.pullRequest("acme/app", i + 1), A, TTL);
      Counting listener = new Counting();
      listeners.add(listener);
      keepers.add(lease.keepAlive(KeepAliveOptions.DEFAULTS, listener));
      leases.add(lease);
      clock.advance(Duration.ofSeconds(1));
    }
  }

  private void assertAllAreKeptAndEachEndIsToldOnce() {
    time.advance(TTL.duration().multipliedBy(3));
    listeners.forEach(listener -> listener.renewals = 0);
    time.advance(TTL.duration());
    odd.clear();
    for (int i = 0; i < LEASES; i++) {
      leases.get(i).assertOwned();
      assertThat(keepers.get(i).end()).isEmpty();
      assertThat(listeners.get(i).renewals).as("renewals of lease %d", i).isPositive();
    }
    for (int i = 0; i < LEASES; i += 2) {
      leases.get(i).close();
    }
    store.unreadable(true);
    time.advance(TTL.duration());
    for (int i = 0; i < LEASES; i++) {
      assertThat(listeners.get(i).ends)
          .singleElement()
          .isInstanceOf(i % 2 == 0 ? LeaseEnd.Closed.class : LeaseEnd.Lost.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Odd.class)
  void P11_a_pool_without_threads_for_a_while_ends_no_keeper(Odd why) {
    keepAll();
    for (int times = 1; times <= 5; times++) {
      scheduler.refuse(Refusing.TASKS, times, why);
      time.advance(WHILE);
    }
    assertThat(scheduler.refused).isEqualTo(1 + 2 + 3 + 4 + 5);
    assertAllAreKeptAndEachEndIsToldOnce();
  }

  @ParameterizedTest
  @EnumSource(Odd.class)
  void P11_timers_that_are_refused_for_a_while_end_no_keeper(Odd why) {
    keepAll();
    for (int times = 1; times <= 5; times++) {
      scheduler.refuse(Refusing.TIMERS, times, why);
      time.advance(WHILE);
    }
    assertThat(scheduler.refused).isEqualTo(1 + 2 + 3 + 4 + 5);
    assertAllAreKeptAndEachEndIsToldOnce();
  }

  @ParameterizedTest
  @EnumSource(Odd.class)
  void P11_a_scheduler_that_refuses_all_for_a_while_ends_no_keeper(Odd why) {
    keepAll();
    for (int times = 1; times <= 10; times++) {
      scheduler.refuse(Refusing.BOTH, times, why);
      time.advance(WHILE);
    }
    assertAllAreKeptAndEachEndIsToldOnce();
  }

  @Test
  void P11_a_deadline_whose_timer_is_refused_is_declared_a_second_later_at_most() {
    PrLease lease = manager.acquire(KEY, A, TTL);
    Keeper keeper = lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    store.unreadable(true);
    time.advance(TTL.duration().minusMillis(300));
    scheduler.refuse(Refusing.BOTH, 1_000_000, Odd.NO_THREADS);
    time.advance(Duration.ofMillis(1300));
    assertThat(keeper.end()).containsInstanceOf(LeaseEnd.Lost.class);
    assertThat(((LeaseEnd.Lost) keeper.end().orElseThrow()).why())
        .isInstanceOf(LeaseExpiredException.class);
  }

  @ParameterizedTest
  @EnumSource(Odd.class)
  void P11_listeners_that_throw_whatever_they_like_break_nothing(Odd why) {
    odd.add(why);
    keepAll();
    assertAllAreKeptAndEachEndIsToldOnce();
  }

  @ParameterizedTest
  @EnumSource(Odd.class)
  void P11_P7_batches_that_throw_after_they_were_written_break_nothing(Odd why) {
    keepAll();
    for (int i = 0; i < 20; i++) {
      oddStore.add(why);
    }
    assertAllAreKeptAndEachEndIsToldOnce();
  }

  @Test
  void a_closed_scheduler_does_not_hold_up_the_end_of_a_manager() {
    keepAll();
    scheduler.refuse(Refusing.BOTH, Integer.MAX_VALUE, Odd.REJECTED);
    Moment before = Moment.of(clock);
    manager.close();
    assertThat(Moment.of(clock).since(before)).isLessThan(Duration.ofSeconds(1));
    leases.forEach(lease -> assertThat(lease.remaining()).isZero());
  }
}

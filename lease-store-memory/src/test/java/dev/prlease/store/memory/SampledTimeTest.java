package dev.prlease.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.KeepAliveOptions;
import dev.prlease.core.Keeper;
import dev.prlease.core.LeaseListener;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.SampledClock;
import dev.prlease.spi.Sampling;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * P10 and P12 on the clock of an authority: two machines, ten minutes apart, that go by the same
 * one.
 */
final class SampledTimeTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#7");
  private static final SessionId ALICE = SessionId.of("alice");
  private static final SessionId BOB = SessionId.of("bob");
  private static final Ttl TTL = Ttl.ofSeconds(60);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock authority = new ManualClock();
  private final InMemoryLeaseStore store = new InMemoryLeaseStore();
  private final Machine here = new Machine(Duration.ofMinutes(10));
  private final Machine there = new Machine(Duration.ofMinutes(-10));
  private boolean reachable = true;

  /** A machine with its own clock, and a manager that goes by the authority's. */
  private final class Machine implements AutoCloseable {
    final ManualClock own;
    final ManualScheduler scheduler;
    final SampledClock clock;
    final LeaseManager manager;

    Machine(Duration ahead) {
      own = new ManualClock(ManualClock.START.plus(ahead));
      scheduler = new ManualScheduler(own, ManualScheduler.Pauses.PASS_TIME);
      clock =
          SampledClock.start(
              () -> {
                if (!reachable) {
                  throw new IllegalStateException("out of reach");
                }
                return authority.now();
              },
              own,
              scheduler,
              Sampling.DEFAULTS.withSkew(Duration.ofSeconds(2)));
      manager = LeaseManager.on(store).clock(clock).scheduler(scheduler).build();
    }

    @Override
    public void close() {
      reachable = true;
      manager.close();
      clock.close();
    }
  }

  @AfterEach
  void closeAll() {
    here.close();
    there.close();
    store.close();
  }

  private void passEverywhere(Duration by) {
    authority.advance(by);
    here.scheduler.advance(by);
    there.scheduler.advance(by);
  }

  private static boolean owns(PrLease lease) {
    try {
      lease.assertOwned();
      return true;
    } catch (LeaseExpiredException over) {
      return false;
    }
  }

  private boolean bobGetsIt() {
    try {
      there.manager.acquire(KEY, BOB, TTL);
      return true;
    } catch (AlreadyHeldException held) {
      return false;
    }
  }

  @Test
  void P10_L18_machines_ten_minutes_apart_never_own_at_once() {
    passEverywhere(SECOND);
    PrLease lease = here.manager.acquire(KEY, ALICE, TTL);
    int owned = 0;
    int nobody = 0;
    boolean taken = false;
    for (int second = 0; second < 70 && !taken; second++) {
      passEverywhere(SECOND);
      boolean mine = owns(lease);
      taken = bobGetsIt();
      assertThat(mine && taken).as("two owners after %d s", second).isFalse();
      owned += mine ? 1 : 0;
      nobody += !mine && !taken ? 1 : 0;
    }
    assertThat(taken).as("Bob gets it in the end").isTrue();
    assertThat(owned).as("seconds that Alice owns").isBetween(55, 58);
    assertThat(nobody).as("seconds that nobody owns").isBetween(3, 6);
  }

  @Test
  void P10_a_ttl_under_four_times_the_uncertainty_is_refused() {
    passEverywhere(SECOND);
    assertThatThrownBy(() -> here.manager.acquire(KEY, ALICE, Ttl.ofSeconds(8)))
        .isInstanceOf(LeaseConfigurationException.class);
    here.manager.acquire(KEY, ALICE, Ttl.ofSeconds(9)).release();
  }

  @Test
  void
      P12_L20_a_machine_that_slept_owns_nothing_until_it_has_asked_and_then_knows_that_it_is_over() {
    passEverywhere(SECOND);
    PrLease lease = here.manager.acquire(KEY, ALICE, TTL);
    here.own.stepWall(Duration.ofMinutes(2)); // its ticks stood still
    authority.advance(Duration.ofMinutes(2));
    there.scheduler.advance(Duration.ofMinutes(2));
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseStoreException.class);
    here.scheduler.runDue();
    assertThatThrownBy(lease::assertOwned).isInstanceOf(LeaseExpiredException.class);
    assertThat(bobGetsIt()).isTrue();
  }

  @Test
  void P12_a_sleep_is_no_loss_where_the_lease_outlasts_it() {
    passEverywhere(SECOND);
    PrLease lease = here.manager.acquire(KEY, ALICE, TTL);
    Keeper keeper = lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    here.own.stepWall(Duration.ofSeconds(20));
    authority.advance(Duration.ofSeconds(20));
    there.scheduler.advance(Duration.ofSeconds(20));
    for (int i = 0; i < 120; i++) {
      passEverywhere(SECOND);
    }
    assertThat(keeper.end()).isEmpty();
    lease.assertOwned();
  }

  @Test
  void P12_L25_a_keeper_that_sleeps_past_the_end_loses_though_the_authority_is_out_of_reach() {
    passEverywhere(SECOND);
    PrLease lease = here.manager.acquire(KEY, ALICE, TTL);
    Keeper keeper = lease.keepAlive(KeepAliveOptions.DEFAULTS, LeaseListener.NONE);
    reachable = false;
    here.own.stepWall(Duration.ofMinutes(2));
    authority.advance(Duration.ofMinutes(2));
    here.scheduler.advance(Duration.ofSeconds(2));
    assertThat(keeper.end()).as("nobody knows the time, but that it is over").isPresent();
  }

  @Test
  void P10_nobody_acquires_by_a_clock_that_was_never_sampled() {
    reachable = false;
    passEverywhere(SECOND);
    assertThatThrownBy(() -> here.manager.acquire(KEY, ALICE, TTL))
        .isInstanceOf(LeaseStoreException.class)
        .hasMessageContaining("does not know the time");
    reachable = true;
    passEverywhere(SECOND);
    here.manager.acquire(KEY, ALICE, TTL);
  }
}

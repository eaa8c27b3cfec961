package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.Acquisition;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.core.WaitOptions;
import dev.prlease.spi.Clock;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import dev.prlease.spi.TimeAuthority;
import dev.prlease.testkit.Crew;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** L18: machines whose clocks are far apart, and one server whose time counts. */
final class PostgresClocksTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final SessionId ALICE = SessionId.of("alice");
  private static final SessionId BOB = SessionId.of("bob");
  private static final Duration APART = Duration.ofMinutes(10);

  private final PostgresPlaces place = PostgresPlaces.fresh();

  @AfterEach
  void closePlace() {
    place.close();
  }

  /** A machine whose clock is wrong. */
  private record WrongClock(Duration by) implements Clock {
    @Override
    public Instant now() {
      return new SystemClock().now().plus(by);
    }

    @Override
    public long ticks() {
      return new SystemClock().ticks();
    }
  }

  /** A host with a store and a manager of its own. */
  private final class Host implements AutoCloseable {
    final JdbcLeaseStore store;
    final LeaseManager manager;

    Host(Duration wrongBy) {
      StoreContext context =
          new StoreContext(new WrongClock(wrongBy), PostgresPlaces.context().scheduler(), Map.of());
      store =
          JdbcLeaseStore.open("jdbc:" + Postgres.rest(Postgres.port(), place.schema()), context);
      manager = LeaseManager.on(store).build();
    }

    Clock clock() {
      return ((TimeAuthority) store).clock();
    }

    @Override
    public void close() {
      manager.close();
      store.close();
    }
  }

  @Test
  void each_host_tells_the_servers_time_and_not_its_own() {
    try (Host ahead = new Host(APART);
        Host behind = new Host(APART.negated())) {
      for (Host each : List.of(ahead, behind)) {
        Clock.Reading read = each.clock().reading();
        assertThat(Duration.between(new SystemClock().now(), read.now()).abs())
            .as("how far from the server's clock, which is this machine's")
            .isLessThan(Duration.ofSeconds(30));
        assertThat(read.uncertainty()).as("and known").isLessThan(Duration.ofSeconds(30));
      }
    }
  }

  @Test
  void a_lease_keeps_others_out_until_its_time_is_over_by_the_servers_clock() throws Exception {
    try (Host ahead = new Host(APART);
        Host behind = new Host(APART.negated())) {
      PrLease alices = behind.manager.acquire(KEY, ALICE, Ttl.ofSeconds(3));
      assertThat(ahead.manager.tryAcquire(KEY, BOB, Ttl.DEFAULT))
          .as("ten minutes ahead, a lease of three seconds seems long over")
          .isInstanceOf(Acquisition.Held.class);
      Instant over = alices.expiresAt();
      alices.detach();
      try (PrLease bobs =
          ahead.manager.acquire(KEY, BOB, Ttl.DEFAULT, WaitOptions.upTo(Duration.ofMinutes(1)))) {
        assertThat(bobs.record().acquiredAt())
            .as("when the next one got it")
            .isAfterOrEqualTo(over);
      }
    }
  }

  @Test
  void P10_hosts_twenty_minutes_apart_never_own_a_key_at_once() {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger owned = new AtomicInteger();
    try (Host ahead = new Host(APART);
        Host behind = new Host(APART.negated());
        Crew crew = new Crew(4)) {
      crew.together(
          thread ->
              () -> {
                LeaseManager manager = thread % 2 == 0 ? ahead.manager : behind.manager;
                SessionId me = SessionId.of("session-" + thread);
                for (int i = 0; i < 60; i++) {
                  if (manager.tryAcquire(KEY, me, Ttl.DEFAULT)
                      instanceof Acquisition.Granted granted) {
                    assertThat(inside.incrementAndGet()).as("owners").isEqualTo(1);
                    granted.lease().assertOwned();
                    owned.incrementAndGet();
                    inside.decrementAndGet();
                    granted.lease().release();
                  }
                }
                return thread;
              });
    }
    assertThat(owned.get()).as("holdings").isPositive();
  }
}

package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.LeaseStoreException.Outcome;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.Crew;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.StoreFixture.UnderWay;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What networks and servers do to writes that are under way (lessons L37, L38, L40). */
final class PostgresFaultsTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final SessionId ALICE = SessionId.of("alice");
  private static final SessionId BOB = SessionId.of("bob");

  private final PostgresPlaces place = PostgresPlaces.fresh();
  private final Proxy proxy = new Proxy(Postgres.port());
  private final LeaseStore far = place.openAt(proxy.port());
  private final LeaseStore near = place.open();

  @AfterEach
  void closeAll() {
    far.close();
    near.close();
    proxy.close();
    place.close();
  }

  private static LeaseRecord record(SessionId owner, long fence) {
    return Samples.record(KEY, owner, fence);
  }

  private static LeaseStoreException unknown(Runnable write) {
    LeaseStoreException error = catchThrowableOfType(LeaseStoreException.class, write::run);
    assertThat(error).as("the error of a write whose answer was lost").isNotNull();
    assertThat(error.outcome()).isEqualTo(Outcome.UNKNOWN);
    return error;
  }

  @Test
  void P7_L37_an_acquire_whose_answer_was_lost_is_one_grant() {
    try (LeaseManager manager = LeaseManager.on(far).build()) {
      proxy.loseNextAnswer();
      PrLease lease = manager.acquire(KEY, ALICE, Ttl.DEFAULT);
      lease.assertOwned();
      assertThat(near.load(KEY))
          .isInstanceOfSatisfying(
              LeaseSlot.Held.class,
              held -> assertThat(held.record().grantId()).contains(lease.grantId()));
      lease.release();
    }
    assertThat(near.load(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
  }

  @Test
  void LS_13_a_request_that_was_lost_is_an_unknown_outcome_and_writes_nothing() {
    proxy.loseNextRequest();
    var unused =
        unknown(
            () -> far.compareAndExchange(KEY, Expected.vacant(), Change.hold(record(ALICE, 10))));
    assertThat(near.load(KEY)).isEqualTo(Rows.ABSENT);
    assertThat(far.compareAndExchange(KEY, Expected.vacant(), Change.hold(record(ALICE, 10))))
        .as("the next one, by another connection")
        .isInstanceOf(Exchange.Swapped.class);
  }

  @Test
  void P7_a_write_that_lands_after_the_settling_read_does_not_overtake_the_next_holder() {
    LeaseSlot held =
        near.compareAndExchange(KEY, Expected.vacant(), Change.hold(record(ALICE, 10))).slot();
    proxy.deliverNextRequestLate();
    var unused =
        unknown(
            () ->
                far.compareAndExchange(
                    KEY, Expected.exactly(held.version()), Change.vacate(Fence.NONE)));
    assertThat(near.load(KEY)).as("the settling read").isEqualTo(held);
    LeaseSlot bobs =
        near.compareAndExchange(KEY, Expected.exactly(held.version()), Change.hold(record(BOB, 11)))
            .slot();
    proxy.deliver();
    assertThat(near.load(KEY)).as("after the late write").isEqualTo(bobs);
  }

  @Test
  void P7_a_write_that_lands_once_the_server_counts_it_out_changes_nothing() {
    try (JdbcLeaseStore impatient = impatient(new SystemClock())) {
      proxy.deliverNextRequestLate();
      var unused =
          unknown(
              () ->
                  impatient.compareAndExchange(
                      KEY, Expected.vacant(), Change.hold(record(ALICE, 10))));
      serverWaits();
      proxy.deliver();
      assertThat(near.load(KEY)).isEqualTo(Rows.ABSENT);
    }
  }

  @Test
  void P7_how_long_one_waits_for_a_lock_the_server_bounds() {
    LeaseSlot held =
        near.compareAndExchange(KEY, Expected.vacant(), Change.hold(record(ALICE, 10))).slot();
    try (UnderWay lock = place.overlap().orElseThrow().begin(KEY, Optional.empty())) {
      LeaseStoreException error =
          catchThrowableOfType(
              LeaseStoreException.class,
              () ->
                  near.compareAndExchange(
                      KEY, Expected.exactly(held.version()), Change.hold(record(BOB, 11))));
      assertThat(error.outcome()).isEqualTo(Outcome.NOT_WRITTEN);
      assertThat(error.getMessage()).contains("lock timeout");
      assertThat(lock).isNotNull();
    }
    assertThat(near.load(KEY)).isEqualTo(held);
  }

  @Test
  void a_clock_that_does_not_fit_the_servers_costs_one_refusal_and_not_the_store() {
    ManualClock standing = new ManualClock();
    try (JdbcLeaseStore store = impatient(standing)) {
      serverWaits(); // and no tick passes here
      Change change = Change.hold(record(ALICE, 10));
      assertThat(store.compareAndExchange(KEY, Expected.vacant(), change))
          .as("the first, by what the server's time was")
          .isEqualTo(new Exchange.Refused(Rows.ABSENT));
      assertThat(store.compareAndExchange(KEY, Expected.vacant(), change))
          .as("the next, since the refusal told it")
          .isInstanceOf(Exchange.Swapped.class);
    }
  }

  /** A store whose writes the server counts out soon, through the proxy. */
  private JdbcLeaseStore impatient(Clock clock) {
    StoreContext context = new StoreContext(clock, PostgresPlaces.context().scheduler(), Map.of());
    JdbcLocation location =
        JdbcLocation.parse(Postgres.rest(proxy.port(), place.schema()), Map.of());
    return PostgresLeaseStore.open(location, context, Duration.ofMillis(500));
  }

  /** Longer than the patience of the store, by the server's clock. */
  private void serverWaits() {
    Postgres.run(place.schema(), "SELECT pg_sleep(0.7)");
  }

  @Test
  void a_backend_that_is_killed_while_it_waits_has_an_unknown_outcome_and_wrote_nothing()
      throws Exception {
    LeaseSlot held =
        near.compareAndExchange(KEY, Expected.vacant(), Change.hold(record(ALICE, 10))).slot();
    try (Crew crew = new Crew(1)) {
      Future<LeaseStoreException> waiting;
      try (UnderWay lock = place.overlap().orElseThrow().begin(KEY, Optional.empty())) {
        waiting =
            crew.start(
                () ->
                    unknown(
                        () ->
                            near.compareAndExchange(
                                KEY,
                                Expected.exactly(held.version()),
                                Change.hold(record(BOB, 11)))));
        place.awaitLockWaiter();
        killBackends();
        assertThat(Crew.await(waiting).getMessage()).contains("terminating connection");
        assertThat(lock).isNotNull();
      }
      assertThat(near.load(KEY)).as("read by a connection made anew").isEqualTo(held);
      assertThat(
              near.compareAndExchange(
                  KEY, Expected.exactly(held.version()), Change.hold(record(BOB, 11))))
          .isInstanceOf(Exchange.Swapped.class);
    }
  }

  private void killBackends() {
    Postgres.run(
        place.schema(),
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'prlease'"
            + " AND wait_event_type = 'Lock'");
  }

  @Test
  void a_read_survives_the_end_of_every_connection_in_the_pool() {
    LeaseSlot held =
        near.compareAndExchange(KEY, Expected.vacant(), Change.hold(record(ALICE, 10))).slot();
    assertThat(far.load(KEY)).isEqualTo(held);
    proxy.goDown();
    LeaseStoreException error =
        catchThrowableOfType(LeaseStoreException.class, () -> far.load(KEY));
    assertThat(error.outcome()).isEqualTo(Outcome.NOT_WRITTEN);
    assertThat(error.nextStep())
        .isEqualTo("See to it that the database can be reached, and try again.");
    proxy.comeBack();
    assertThat(far.load(KEY)).isEqualTo(held);
  }
}

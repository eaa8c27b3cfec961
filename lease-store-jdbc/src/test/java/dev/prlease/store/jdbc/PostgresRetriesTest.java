package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.LeaseStoreException.Outcome;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.testkit.Crew;
import dev.prlease.testkit.StoreFixture.UnderWay;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** L40: what the server rolls back because of others is sent again, by what the error is. */
final class PostgresRetriesTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#1");
  private static final LeaseKey OTHER = LeaseKey.parse("acme/app#2");
  private static final SessionId ALICE = SessionId.of("alice");
  private static final SessionId BOB = SessionId.of("bob");

  private final PostgresPlaces place = PostgresPlaces.fresh();
  private final Proxy proxy = new Proxy(Postgres.port());
  private final JdbcLeaseStore near = place.open();

  @AfterEach
  void closeAll() {
    near.close();
    proxy.close();
    place.close();
  }

  /** A store whose sessions begin with {@code settings}, behind the proxy. */
  private JdbcLeaseStore storeWith(String settings) {
    return place.openWith(
        proxy.port(),
        made -> {
          try (Statement statement = made.createStatement()) {
            statement.execute(settings);
          }
        });
  }

  private static Change hold(LeaseKey key, SessionId owner) {
    return Change.hold(Samples.record(key, owner, 11));
  }

  private LeaseSlot held(LeaseKey key) {
    return near.compareAndExchange(key, Expected.vacant(), hold(key, ALICE)).slot();
  }

  private static final String SERIALIZABLE =
      "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE";

  /** A pooler that leaves out the settings of a session gives it those of the database. */
  @Test
  void L40_what_cannot_be_serialized_is_sent_again_and_sees_what_the_other_has_written()
      throws Exception {
    LeaseSlot before = held(KEY);
    try (JdbcLeaseStore store = storeWith(SERIALIZABLE);
        Crew crew = new Crew(1)) {
      int trips = proxy.roundTrips();
      Future<Exchange> waiting;
      try (UnderWay other =
          place.overlap().orElseThrow().begin(KEY, Optional.of(Samples.record(KEY, BOB, 0)))) {
        waiting =
            crew.start(
                () ->
                    store.compareAndExchange(
                        KEY, Expected.exactly(before.version()), hold(KEY, ALICE)));
        place.awaitLockWaiter();
        other.commit();
      }
      assertThat(Crew.await(waiting)).isEqualTo(new Exchange.Refused(near.load(KEY)));
      assertThat(proxy.roundTrips() - trips)
          .as("round trips: refused, again, and what is there")
          .isEqualTo(3);
    }
  }

  @Test
  void L40_a_batch_that_cannot_be_serialized_is_sent_again() throws Exception {
    LeaseSlot one = held(KEY);
    LeaseSlot two = held(OTHER);
    try (JdbcLeaseStore store = storeWith(SERIALIZABLE);
        Crew crew = new Crew(1)) {
      Future<List<ExchangeResult>> waiting;
      try (UnderWay other =
          place.overlap().orElseThrow().begin(KEY, Optional.of(Samples.record(KEY, BOB, 0)))) {
        waiting = crew.start(() -> store.exchangeAll(renewals(one, two)));
        place.awaitLockWaiter();
        other.commit();
      }
      assertThat(Crew.await(waiting))
          .extracting(each -> ((ExchangeResult.Answered) each).exchange())
          .containsExactly(
              new Exchange.Refused(near.load(KEY)), new Exchange.Swapped(near.load(OTHER)));
    }
  }

  private static List<ExchangeRequest> renewals(LeaseSlot one, LeaseSlot two) {
    return List.of(
        new ExchangeRequest(KEY, Expected.exactly(one.version()), hold(KEY, ALICE)),
        new ExchangeRequest(OTHER, Expected.exactly(two.version()), hold(OTHER, ALICE)));
  }

  /** The other locks the second row, then the first; the batch is who finds out and gives way. */
  @Test
  void L40_a_batch_that_the_server_ends_as_a_deadlock_is_sent_again_and_lands() throws Exception {
    LeaseSlot one = held(KEY);
    LeaseSlot two = held(OTHER);
    try (JdbcLeaseStore store = storeWith("SET deadlock_timeout = 2000");
        Crew crew = new Crew(1);
        Connection other = Postgres.connect(place.schema());
        Statement statement = other.createStatement()) {
      int trips = proxy.roundTrips();
      statement.execute("SET deadlock_timeout = '1h'");
      other.setAutoCommit(false);
      lock(statement, OTHER);
      Future<List<ExchangeResult>> batch = crew.start(() -> store.exchangeAll(renewals(one, two)));
      place.awaitLockWaiter();
      lock(statement, KEY); // which is had once the batch has given way
      other.rollback();
      assertThat(Crew.await(batch))
          .extracting(each -> ((ExchangeResult.Answered) each).exchange())
          .containsExactly(
              new Exchange.Swapped(near.load(KEY)), new Exchange.Swapped(near.load(OTHER)));
      assertThat(proxy.roundTrips() - trips).as("round trips: ended, and again").isEqualTo(2);
    }
  }

  private static void lock(Statement statement, LeaseKey key) throws SQLException {
    statement.execute(
        "SELECT 1 FROM prlease_slot WHERE key = '" + KeyName.of(key) + "' FOR UPDATE");
  }

  @Test
  void L40_what_fails_so_for_ever_is_given_up_and_was_not_written() {
    LeaseSlot before = held(KEY);
    for (String state : List.of("40001", "40P01")) {
      Postgres.run(
          place.schema(),
          "CREATE FUNCTION in_the_way() RETURNS trigger LANGUAGE plpgsql AS"
              + " $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '"
              + state
              + "'; END $$",
          "CREATE TRIGGER in_the_way BEFORE UPDATE ON prlease_slot FOR EACH ROW"
              + " EXECUTE FUNCTION in_the_way()");
      try (JdbcLeaseStore store = place.openAt(proxy.port())) {
        int trips = proxy.roundTrips();
        LeaseStoreException error =
            catchThrowableOfType(
                LeaseStoreException.class,
                () ->
                    store.compareAndExchange(
                        KEY, Expected.exactly(before.version()), hold(KEY, BOB)));
        assertThat(error).as("the error for %s", state).isNotNull();
        assertThat(error.outcome()).isEqualTo(Outcome.NOT_WRITTEN);
        assertThat(error).hasMessageContaining("refused a write again and again");
        assertThat(proxy.roundTrips() - trips).as("tries at %s", state).isEqualTo(20);
      } finally {
        Postgres.run(place.schema(), "DROP FUNCTION in_the_way CASCADE");
      }
    }
    assertThat(near.load(KEY)).isEqualTo(before);
  }
}

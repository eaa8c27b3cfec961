package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.LeaseStoreException.Outcome;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.testkit.Crew;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commits that wait for a synchronous standby which is not there. */
final class PostgresStandbyTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#1");
  private static final SessionId ALICE = SessionId.of("alice");

  private static final String WAITING =
      "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = ";

  private final PostgresPlaces place = PostgresPlaces.fresh();
  private final JdbcLeaseStore store = place.open();
  private final JdbcLeaseStore other = place.open();
  private final Crew crew = new Crew(2);
  private final AtomicBoolean over = new AtomicBoolean();

  @AfterEach
  void closeAll() {
    over.set(true);
    standbys("");
    crew.close();
    store.close();
    other.close();
    place.close();
  }

  /** What this does is no transaction, and waits for nobody. */
  private static void standbys(String names) {
    Postgres.run(
        "public",
        "ALTER SYSTEM SET synchronous_standby_names = '" + names + "'",
        "SELECT pg_reload_conf()");
  }

  /** From here on commits stall: one of the test's own does. */
  private void stall() {
    standbys("nobody");
    Future<Integer> unusedEndsWithTheTest =
        crew.start(
            () -> {
              int commits = 0;
              try (Connection connection =
                      DriverManager.getConnection(
                          "jdbc:"
                              + Postgres.rest(Postgres.port(), "public")
                              + "&ApplicationName=probe&options=-c%20synchronous_commit=on");
                  Statement statement = connection.createStatement()) {
                while (!over.get()) {
                  statement.execute("SELECT pg_logical_emit_message(true, 'probe', '')");
                  commits++;
                }
              }
              return commits;
            });
    awaitWaiting("probe");
  }

  private static void awaitWaiting(String application) {
    Postgres.run(
        "public",
        "SET statement_timeout = '1min'",
        "DO $$ BEGIN WHILE NOT EXISTS (SELECT 1 "
            + WAITING
            + "'"
            + application
            + "') LOOP PERFORM pg_sleep(0.01); PERFORM pg_stat_clear_snapshot(); END LOOP; END $$");
  }

  private static Change hold(SessionId owner) {
    return Change.hold(Samples.record(KEY, owner, 10));
  }

  private LeaseStoreException unknown() {
    LeaseStoreException error =
        catchThrowableOfType(
            LeaseStoreException.class,
            () -> store.compareAndExchange(KEY, Expected.vacant(), hold(ALICE)));
    assertThat(error).as("the error of a commit that nobody confirmed").isNotNull();
    assertThat(error.outcome()).isEqualTo(Outcome.UNKNOWN);
    return error;
  }

  /**
   * The call ends by itself; until the standby is there nobody sees the write, nor overtakes it.
   */
  @Test
  void P7_a_commit_that_stalls_ends_as_unknown_and_keeps_its_row_until_it_is_confirmed() {
    stall();
    LeaseStoreException error = unknown();
    assertThat(error).hasMessageContaining("the answer of");
    assertThat(other.load(KEY)).as("while it waits").isEqualTo(Rows.ABSENT);
    LeaseStoreException next =
        catchThrowableOfType(
            LeaseStoreException.class,
            () -> other.compareAndExchange(KEY, Expected.vacant(), hold(SessionId.of("bob"))));
    assertThat(next.outcome()).as("of who comes next").isEqualTo(Outcome.NOT_WRITTEN);

    standbys("");
    Exchange bobs = other.compareAndExchange(KEY, Expected.vacant(), hold(SessionId.of("bob")));
    assertThat(bobs)
        .isInstanceOfSatisfying(
            Exchange.Refused.class,
            refused ->
                assertThat(refused.slot())
                    .isInstanceOfSatisfying(
                        LeaseSlot.Held.class,
                        held -> assertThat(held.record().owner()).isEqualTo(ALICE)));
  }

  @Test
  void P7_a_commit_whose_wait_is_cancelled_is_no_answer_though_the_server_says_that_all_is_well()
      throws Exception {
    stall();
    Future<LeaseStoreException> waiting = crew.start(this::unknown);
    awaitWaiting("prlease");
    Postgres.run("public", "SELECT pg_cancel_backend(pid) " + WAITING + "'prlease'");
    assertThat(Crew.await(waiting)).hasMessageContaining("no standby confirmed it");
    LeaseSlot slot = other.load(KEY);
    assertThat(slot).as("committed here").isInstanceOf(LeaseSlot.Held.class);
    standbys("");
    assertThat(
            other.compareAndExchange(
                KEY, Expected.exactly(slot.version()), Change.vacate(Fence.NONE)))
        .isInstanceOf(Exchange.Swapped.class);
  }
}

package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.Installable.Installation;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.testkit.Crew;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** IN-1 to IN-3: the table is made once, by whoever may. */
final class StoreSetUpTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");

  @TempDir Path directory;

  private static String postgres(String schema) {
    Postgres.run(
        "public", "DROP SCHEMA IF EXISTS " + schema + " CASCADE", "CREATE SCHEMA " + schema);
    return Postgres.rest(Postgres.port(), schema);
  }

  private List<String> places() {
    return List.of(
        postgres("setup"),
        "sqlite:" + directory.resolve("leases.db"),
        "h2:" + directory.resolve("leases"));
  }

  private static JdbcLeaseStore open(String rest) {
    return JdbcLeaseStore.open("jdbc:" + rest, PostgresPlaces.context());
  }

  @TestFactory
  Stream<DynamicTest> IN_3_before_that_every_call_says_what_to_do() {
    return places().stream()
        .map(
            rest ->
                DynamicTest.dynamicTest(
                    rest.substring(0, rest.indexOf(':')),
                    () -> {
                      try (JdbcLeaseStore store = open(rest)) {
                        assertSaysWhatToDo(() -> store.load(KEY));
                        assertSaysWhatToDo(() -> hold(store));
                        assertSaysWhatToDo(() -> store.list(LeaseFilter.ALL));
                      }
                    }));
  }

  private static void assertSaysWhatToDo(Runnable call) {
    LeaseStoreException error = catchThrowableOfType(LeaseStoreException.class, call::run);
    assertThat(error).isNotNull();
    assertThat(error.getMessage()).endsWith(": it has no table of leases yet");
    assertThat(error.nextStep()).isEqualTo("Let who may make tables run prlease store init, once.");
    assertThat(error.outcome()).isEqualTo(LeaseStoreException.Outcome.NOT_WRITTEN);
  }

  private static Exchange hold(JdbcLeaseStore store) {
    return store.compareAndExchange(
        KEY, Expected.vacant(), Change.hold(Samples.record(KEY, SessionId.of("alice"), 10)));
  }

  @TestFactory
  Stream<DynamicTest> IN_1_what_is_there_stays() {
    return places().stream()
        .map(
            rest ->
                DynamicTest.dynamicTest(
                    rest.substring(0, rest.indexOf(':')),
                    () -> {
                      try (JdbcLeaseStore store = open(rest)) {
                        assertThat(store.install()).isEqualTo(Installation.MADE);
                        LeaseSlot held = hold(store).slot();
                        assertThat(store.install()).isEqualTo(Installation.ALREADY_THERE);
                        assertThat(store.load(KEY)).isEqualTo(held);
                      }
                    }));
  }

  @Test
  void IN_1_eight_at_once_make_one_table() {
    String rest = postgres("setup_at_once");
    try (Crew crew = new Crew(8)) {
      List<Boolean> done =
          crew.together(
              thread ->
                  () -> {
                    try (JdbcLeaseStore store = open(rest)) {
                      return store.install() != null;
                    }
                  });
      assertThat(done).containsOnly(true);
    }
  }

  @TestFactory
  Stream<DynamicTest> IN_2_the_script_does_the_same() {
    return places().stream()
        .map(
            rest ->
                DynamicTest.dynamicTest(
                    rest.substring(0, rest.indexOf(':')),
                    () -> {
                      try (JdbcLeaseStore store = open(rest)) {
                        runScript(rest, store.script());
                        assertThat(store.install()).isEqualTo(Installation.ALREADY_THERE);
                        assertThat(hold(store)).isInstanceOf(Exchange.Swapped.class);
                      }
                    }));
  }

  private static void runScript(String rest, String script) throws SQLException {
    JdbcLocation location = JdbcLocation.parse(rest, Map.of());
    try (Connection connection =
            rest.startsWith("postgresql")
                ? Postgres.connect("setup")
                : new EmbeddedConnector(location).open();
        Statement statement = connection.createStatement()) {
      for (String each : script.split(";\n", -1)) {
        if (!each.isBlank()) {
          statement.execute(each);
        }
      }
    }
  }
}

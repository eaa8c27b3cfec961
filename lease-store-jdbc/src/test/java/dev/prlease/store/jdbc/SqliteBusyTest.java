package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.spi.Installable.Installation;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.StoreContext;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever else has SQLite's one lock is waited for, by reads and by set-up too. */
final class SqliteBusyTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");

  @TempDir Path directory;

  private JdbcLocation location = JdbcLocation.parse("sqlite:/none", Map.of());
  private Connection other = DriverManager.getConnection("jdbc:sqlite::memory:");

  SqliteBusyTest() throws SQLException {}

  @BeforeEach
  void connect() throws SQLException {
    other.close();
    location = JdbcLocation.parse("sqlite:" + directory.resolve("leases.db"), Map.of());
    other = DriverManager.getConnection(location.url());
  }

  @AfterEach
  void disconnect() throws SQLException {
    other.close();
  }

  /** A store that has the other commit as soon as it waits. */
  private JdbcLeaseStore open(String mode) {
    EmbeddedConnector connector = new EmbeddedConnector(location);
    return EmbeddedLeaseStore.open(
        location,
        new StoreContext(PostgresPlaces.context().clock(), new Committing(), Map.of()),
        () -> {
          Connection made = connector.open();
          run(made, "PRAGMA journal_mode = " + mode);
          return made;
        });
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private final class Committing implements Scheduler {
    private final Scheduler threads = PostgresPlaces.context().scheduler();

    @Override
    public void pause(Duration duration) {
      try {
        run(other, "COMMIT");
      } catch (SQLException alreadyOver) {
        throw new IllegalStateException(alreadyOver);
      }
    }

    @Override
    public Handle after(Duration delay, Runnable timer) {
      return threads.after(delay, timer);
    }

    @Override
    public Handle every(Duration period, Runnable timer) {
      return threads.every(period, timer);
    }

    @Override
    public Handle execute(Runnable task) {
      return threads.execute(task);
    }

    @Override
    public void close() {}
  }

  @Test
  void setting_up_waits_for_who_writes_something_else_into_the_file() throws SQLException {
    try (JdbcLeaseStore store = open("WAL")) {
      run(other, "BEGIN IMMEDIATE");
      assertThat(store.install()).isEqualTo(Installation.MADE);
    }
  }

  @Test
  void a_read_waits_where_readers_have_to() throws SQLException {
    try (JdbcLeaseStore store = open("DELETE")) {
      store.install();
      run(other, "BEGIN EXCLUSIVE");
      assertThat(store.load(KEY)).isEqualTo(Rows.ABSENT);
      run(other, "BEGIN EXCLUSIVE");
      assertThat(store.list(LeaseFilter.ALL)).isEmpty();
    }
  }
}

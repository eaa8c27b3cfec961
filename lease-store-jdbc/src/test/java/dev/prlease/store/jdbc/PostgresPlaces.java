package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.OlderProgramText;
import dev.prlease.testkit.RawSlots;
import dev.prlease.testkit.StoreFixture;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Places for the suites: a schema each, emptied and used again. */
final class PostgresPlaces implements StoreFixture {
  private static final ConcurrentLinkedQueue<String> FREE = new ConcurrentLinkedQueue<>();
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final Scheduler SCHEDULER = new StoreThreads();

  private static final String PUT =
      "INSERT INTO prlease_slot (key, repo, kind, number, record) VALUES (?, ?, ?, ?, ?)"
          + " ON CONFLICT (key) DO UPDATE SET version = nextval('prlease_version'), fence = 0,"
          + " write_id = '', record = excluded.record, owner = NULL";

  private final String schema;

  private PostgresPlaces(String schema) {
    this.schema = schema;
  }

  static PostgresPlaces fresh() {
    String free = FREE.poll();
    if (free != null) {
      return new PostgresPlaces(free);
    }
    String schema = "place" + MADE.incrementAndGet();
    Postgres.run("public", "CREATE SCHEMA " + schema);
    PostgresPlaces place = new PostgresPlaces(schema);
    try (JdbcLeaseStore store = place.open()) {
      store.install();
    }
    return place;
  }

  static StoreContext context() {
    return new StoreContext(new SystemClock(), SCHEDULER, Map.of());
  }

  String schema() {
    return schema;
  }

  @Override
  public JdbcLeaseStore open() {
    return openAt(Postgres.port());
  }

  /** The same through a port at which a proxy listens. */
  JdbcLeaseStore openAt(int port) {
    return JdbcLeaseStore.open("jdbc:" + Postgres.rest(port, schema), context());
  }

  /** The same, whose writes the server counts out after {@code patience}. */
  JdbcLeaseStore openAt(int port, Duration patience) {
    JdbcLocation location = JdbcLocation.parse(Postgres.rest(port, schema), Map.of());
    return PostgresLeaseStore.open(location, context(), patience);
  }

  /** What a test does to a connection that the store has made. */
  interface SetUp {
    void of(Connection made) throws SQLException;
  }

  /** The same, after {@code setUp} of each connection. */
  JdbcLeaseStore openWith(int port, SetUp setUp) {
    JdbcLocation location = JdbcLocation.parse(Postgres.rest(port, schema), Map.of());
    ServerTime time = new ServerTime(context().clock(), ServerTime.PATIENCE);
    PostgresConnector connector = new PostgresConnector(location, time);
    return PostgresLeaseStore.open(
        location,
        context(),
        time,
        () -> {
          Connection made = connector.open();
          setUp.of(made);
          return made;
        });
  }

  /** Until a call of a store waits for a lock. */
  void awaitLockWaiter() {
    Postgres.run(
        schema,
        "DO $$ BEGIN WHILE NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name ="
            + " 'prlease' AND wait_event_type = 'Lock') LOOP PERFORM pg_sleep(0.01); PERFORM"
            + " pg_stat_clear_snapshot(); END LOOP; END $$");
  }

  @Override
  public Optional<String> location() {
    return Optional.of("jdbc:" + Postgres.rest(Postgres.port(), schema));
  }

  @Override
  public Optional<RawSlots> raw() {
    return Optional.of(new Raw());
  }

  @Override
  public Optional<LeaseStore> openLosingNextAnswer() {
    Proxy proxy = new Proxy(Postgres.port());
    JdbcLeaseStore store = openAt(proxy.port());
    proxy.loseNextAnswer();
    return Optional.of(new Losing(store, proxy));
  }

  @Override
  public Optional<Overlap> overlap() {
    return Optional.of(
        (key, next) -> {
          try {
            Connection other = Postgres.connect(schema);
            other.setAutoCommit(false);
            put(other, key, next.map(record -> OlderProgramText.bytes(next)));
            return new OpenTransaction(other);
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Override
  public void close() {
    Postgres.run(schema, "TRUNCATE prlease_slot");
    FREE.add(schema);
  }

  private static void put(Connection connection, LeaseKey key, Optional<byte[]> bytes)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(PUT)) {
      statement.setString(1, KeyName.of(key));
      statement.setString(2, KeyName.repo(key));
      statement.setString(3, KeyName.kind(key.kind()));
      statement.setLong(4, key.number());
      statement.setBytes(5, bytes.orElse(null));
      statement.executeUpdate();
    }
  }

  private final class Raw implements RawSlots {
    private void put(LeaseKey key, Optional<byte[]> bytes) {
      try (Connection connection = Postgres.connect(schema)) {
        PostgresPlaces.put(connection, key, bytes);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void write(LeaseKey key, byte[] bytes) {
      put(key, Optional.of(bytes));
    }

    @Override
    public void writeAsOlderProgram(LeaseKey key, Optional<LeaseRecord> record) {
      put(key, record.map(there -> OlderProgramText.bytes(record)));
    }

    @Override
    public List<byte[]> archived(LeaseKey key) {
      List<byte[]> archived = new ArrayList<>();
      try (Connection connection = Postgres.connect(schema);
          PreparedStatement statement =
              connection.prepareStatement(
                  "SELECT record FROM prlease_slot WHERE archived_at IS NOT NULL"
                      + " AND split_part(key, ' ', 3) = ? ORDER BY version")) {
        statement.setString(1, KeyName.of(key));
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            archived.add(rows.getBytes(1));
          }
        }
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
      return archived;
    }
  }
}

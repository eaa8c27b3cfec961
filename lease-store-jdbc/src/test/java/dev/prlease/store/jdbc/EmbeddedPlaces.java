package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.OlderProgramText;
import dev.prlease.testkit.RawSlots;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Places for the suites: a file of SQLite each, or a database of H2's in this JVM's memory. */
final class EmbeddedPlaces implements StoreFixture {
  private static final AtomicInteger MADE = new AtomicInteger();

  private final Engine engine;
  private final JdbcLocation location;
  private final Optional<Path> directory;

  private EmbeddedPlaces(JdbcLocation location, Optional<Path> directory) {
    this.engine = location.engine();
    this.location = location;
    this.directory = directory;
    try (JdbcLeaseStore store = open()) {
      store.install();
    }
  }

  static EmbeddedPlaces sqlite() {
    Path directory = directory();
    String rest = "sqlite:" + directory.resolve("leases.db");
    return new EmbeddedPlaces(JdbcLocation.parse(rest, Map.of()), Optional.of(directory));
  }

  /** No location that could be asked for: it is in this JVM alone. */
  static EmbeddedPlaces h2InMemory() {
    String url = "jdbc:h2:mem:place" + MADE.incrementAndGet();
    return new EmbeddedPlaces(
        new JdbcLocation(
            Engine.H2,
            url + ";DB_CLOSE_DELAY=-1",
            url,
            new Properties(),
            Duration.ZERO,
            new Secrets()),
        Optional.empty());
  }

  static EmbeddedPlaces h2File() {
    Path directory = directory();
    String rest = "h2:" + directory.resolve("leases");
    return new EmbeddedPlaces(JdbcLocation.parse(rest, Map.of()), Optional.of(directory));
  }

  /** In memory where the machine offers that: what is looked at is who wins, not the disk. */
  private static Path directory() {
    Path memory = Path.of("/dev/shm");
    try {
      return Files.isWritable(memory)
          ? Files.createTempDirectory(memory, "prlease-jdbc")
          : Files.createTempDirectory("prlease-jdbc");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public JdbcLeaseStore open() {
    return JdbcLeaseStore.open(location, PostgresPlaces.context());
  }

  @Override
  public Optional<String> location() {
    return engine == Engine.SQLITE ? Optional.of(location.url()) : Optional.empty();
  }

  /** Commits, and then says that it does not know. */
  @Override
  public Optional<LeaseStore> openLosingNextAnswer() {
    EmbeddedConnector connector = new EmbeddedConnector(location);
    AtomicBoolean losing = new AtomicBoolean(true);
    return Optional.of(
        EmbeddedLeaseStore.open(
            location, PostgresPlaces.context(), () -> losing(connector.open(), losing)));
  }

  private static Connection losing(Connection connection, AtomicBoolean losing) {
    return watched(
        Connection.class,
        connection,
        (call, answer) -> {
          if (answer instanceof PreparedStatement write
              && call.startsWith("prepareStatement INSERT")) { // H2's, which is all there is
            return watched(
                PreparedStatement.class,
                write,
                (done, result) -> {
                  if (done.equals("executeUpdate")
                      && connection.getMetaData().getDatabaseProductName().equals("H2")) {
                    lose(losing);
                  }
                  return result;
                });
          }
          return answer instanceof Statement statement && call.equals("createStatement")
              ? watched(
                  Statement.class,
                  statement,
                  (done, result) -> {
                    if (done.equals("execute COMMIT")) {
                      lose(losing);
                    }
                    return result;
                  })
              : answer;
        });
  }

  private static void lose(AtomicBoolean losing) throws SQLException {
    if (losing.getAndSet(false)) {
      throw new SQLException("the answer was lost", "08006");
    }
  }

  /** What becomes of an answer, by the call in words. */
  private interface After {
    @Nullable Object be(String call, @Nullable Object answer) throws SQLException;
  }

  private static <T> T watched(Class<T> type, T watched, After after) {
    return type.cast(
        Proxy.newProxyInstance(
            EmbeddedPlaces.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Object answer;
              try {
                answer = method.invoke(watched, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              String words = arguments == null ? "" : " " + arguments[0];
              return after.be(method.getName() + words, answer);
            }));
  }

  private Connection connect() throws SQLException {
    return new EmbeddedConnector(location).open();
  }

  @Override
  public Optional<RawSlots> raw() {
    return Optional.of(new Raw());
  }

  @Override
  public Optional<Overlap> overlap() {
    return Optional.of(
        new Overlap() {
          @Override
          public UnderWay begin(LeaseKey key, Optional<LeaseRecord> next) {
            try {
              Connection other = connect();
              other.setAutoCommit(false);
              put(other, key, next.map(record -> OlderProgramText.bytes(next)));
              return new OpenTransaction(other);
            } catch (SQLException e) {
              throw new IllegalStateException(e);
            }
          }

          /** H2 within a process, that is; SQLite waits without looking. */
          @Override
          public Interrupts interrupts() {
            return engine == Engine.H2 ? Interrupts.LOST_BY_THE_ENGINE : Interrupts.KEPT;
          }
        });
  }

  @Override
  public void close() throws IOException {
    if (directory.isPresent()) {
      try (Stream<Path> all = Files.walk(directory.get())) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(each);
        }
      }
    } else {
      try (Connection connection = connect();
          var statement = connection.createStatement()) {
        statement.execute("SHUTDOWN");
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void put(Connection connection, LeaseKey key, Optional<byte[]> bytes)
      throws SQLException {
    long version = 0;
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT version FROM prlease_slot WHERE \"key\" = ?")) {
      statement.setString(1, KeyName.of(key));
      try (ResultSet row = statement.executeQuery()) {
        if (row.next()) {
          version = row.getLong(1);
        }
      }
    }
    String sql =
        version == 0
            ? "INSERT INTO prlease_slot (version, repo, kind, number, record, written_at, \"key\")"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)"
            : "UPDATE prlease_slot SET version = ?, repo = ?, kind = ?, number = ?, record = ?,"
                + " written_at = ?, write_id = '', fence = 0 WHERE \"key\" = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, version + 1);
      statement.setString(2, KeyName.repo(key));
      statement.setString(3, KeyName.kind(key.kind()));
      statement.setLong(4, key.number());
      statement.setBytes(5, bytes.orElse(null));
      statement.setString(6, PostgresPlaces.context().clock().now().toString());
      statement.setString(7, KeyName.of(key));
      statement.executeUpdate();
    }
  }

  private final class Raw implements RawSlots {
    private void put(LeaseKey key, Optional<byte[]> bytes) {
      try (Connection connection = connect()) {
        EmbeddedPlaces.put(connection, key, bytes);
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
      try (Connection connection = connect();
          PreparedStatement statement =
              connection.prepareStatement(
                  "SELECT record FROM prlease_slot WHERE archived_at IS NOT NULL"
                      + " AND \"key\" LIKE ? ORDER BY version")) {
        statement.setString(1, "% " + KeyName.of(key));
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

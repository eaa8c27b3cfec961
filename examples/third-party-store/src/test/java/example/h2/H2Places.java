package example.h2;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.OlderProgramText;
import dev.prlease.testkit.RawSlots;
import dev.prlease.testkit.StoreFixture;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.h2.jdbcx.JdbcDataSource;

/** A database in memory for each test, which lives until its last connection is closed. */
final class H2Places implements StoreFixture, RawSlots {
  private final JdbcDataSource database = new JdbcDataSource();
  private final Connection past;

  private H2Places() throws SQLException {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID());
    past = database.getConnection();
    open().close(); // makes the tables
  }

  static StoreFixture fresh() throws SQLException {
    return new H2Places();
  }

  @Override
  public LeaseStore open() {
    return open(UnaryOperator.identity());
  }

  private LeaseStore open(UnaryOperator<Connection> seen) {
    try {
      return new H2LeaseStore("h2:mem", seen.apply(database.getConnection()));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Optional<RawSlots> raw() {
    return Optional.of(this);
  }

  @Override
  public void write(LeaseKey key, byte[] bytes) {
    try {
      write(past, key, bytes);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(Connection connection, LeaseKey key, byte[] bytes) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("MERGE INTO slots KEY(name) VALUES (?, RANDOM_UUID(), ?)")) {
      statement.setString(1, key.canonical().toString());
      statement.setBytes(2, bytes);
      statement.executeUpdate();
    }
  }

  @Override
  public void writeAsOlderProgram(LeaseKey key, Optional<LeaseRecord> record) {
    write(key, OlderProgramText.bytes(record));
  }

  /** A transaction that has written the row, so that others wait for it. */
  @Override
  public Optional<Overlap> overlap() {
    return Optional.of(
        new Overlap() {
          @Override
          public UnderWay begin(LeaseKey key, Optional<LeaseRecord> next) {
            try {
              Connection other = database.getConnection();
              other.setAutoCommit(false);
              write(other, key, OlderProgramText.bytes(next));
              return new Transaction(other);
            } catch (SQLException e) {
              throw new IllegalStateException(e);
            }
          }

          /** Embedded, that is; where a server waits, nobody interrupts it. */
          @Override
          public Interrupts interrupts() {
            return Interrupts.LOST_BY_THE_ENGINE;
          }
        });
  }

  private record Transaction(Connection connection) implements UnderWay {
    @Override
    public void commit() {
      end(connection::commit);
    }

    /** H2 rolls back what is not committed. */
    @Override
    public void close() {
      end(connection::close);
    }

    private static void end(End end) {
      try {
        end.run();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    private interface End {
      void run() throws SQLException;
    }
  }

  @Override
  public List<byte[]> archived(LeaseKey key) {
    List<byte[]> found = new ArrayList<>();
    try (PreparedStatement query =
        past.prepareStatement("SELECT body FROM archive WHERE name = ? ORDER BY _ROWID_")) {
      query.setString(1, key.canonical().toString());
      ResultSet rows = query.executeQuery();
      while (rows.next()) {
        found.add(rows.getBytes(1));
      }
      return found;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Commits, and then the connection is cut. */
  @Override
  public Optional<LeaseStore> openLosingNextAnswer() {
    return Optional.of(open(H2Places::losingAnswers));
  }

  private static Connection losingAnswers(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            H2Places.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, values) -> {
              try {
                Object answer = method.invoke(connection, values);
                if (method.getName().equals("commit")) {
                  throw new SQLNonTransientConnectionException("connection reset");
                }
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public void close() {
    try {
      past.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}

package example.h2;

import dev.prlease.json.RowLeaseStore;
import dev.prlease.spi.Change;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTransactionRollbackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Keeps leases in a table of a database. Safe for use by several threads, which take turns. */
public final class H2LeaseStore extends RowLeaseStore {
  private static final int TIMEOUT = 5; // seconds, of a statement and of its wait for a lock

  private final Connection connection;

  H2LeaseStore(String location, Connection connection) throws SQLException {
    super(location, Duration.ofSeconds(3 * TIMEOUT)); // two statements, and the way there and back
    this.connection = connection;
    run("CREATE TABLE IF NOT EXISTS slots(name VARCHAR PRIMARY KEY, version VARCHAR, body BLOB)");
    run("CREATE TABLE IF NOT EXISTS archive AS SELECT * FROM slots WHERE FALSE");
    connection.setAutoCommit(false);
  }

  @Override
  protected Optional<Row> read(String name) throws SQLException {
    return select("WHERE name = ?", name).stream().findAny();
  }

  @Override
  protected List<Row> readAll() throws SQLException {
    return select("");
  }

  @Override
  protected boolean insert(Row row) throws Exception {
    String insert = "INSERT INTO slots VALUES (?, ?, ?)";
    return commitIf(() -> run(insert, row.name(), row.version(), row.body()) == 1);
  }

  @Override
  protected boolean update(Row row, String was, Change.Replaced replaced) throws Exception {
    String copy = "INSERT INTO archive SELECT * FROM slots WHERE name = ? AND version = ?";
    String update = "UPDATE slots SET version = ?, body = ? WHERE name = ? AND version = ?";
    return commitIf(
        () -> {
          if (replaced == Change.Replaced.ARCHIVE) {
            run(copy, row.name(), was);
          }
          return run(update, row.version(), row.body(), row.name(), was) == 1;
        });
  }

  /** Commits if {@code work} has written. If not, or if it fails, there is nothing of it. */
  private synchronized boolean commitIf(Callable<Boolean> work) throws Exception {
    boolean written = false;
    try {
      written = work.call();
    } catch (SQLIntegrityConstraintViolationException | SQLTransactionRollbackException lostRace) {
      return false;
    } finally {
      try (AutoCloseable undo = connection::rollback) { // also of a commit that failed, and of locks
        if (written) {
          connection.commit();
        }
      }
    }
    return written;
  }

  private synchronized List<Row> select(String where, Object... values) throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (PreparedStatement query = prepare("SELECT * FROM slots " + where, values);
        ResultSet row = query.executeQuery()) {
      while (row.next()) {
        rows.add(new Row(row.getString("name"), row.getString("version"), row.getBytes("body")));
      }
    }
    return rows;
  }

  private int run(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(sql, values)) {
      return statement.executeUpdate();
    }
  }

  private PreparedStatement prepare(String sql, Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setQueryTimeout(TIMEOUT);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  @Override
  protected void shutDown() throws SQLException {
    connection.close();
  }
}

package example.h2;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The statements. */
final class Table implements AutoCloseable {
  /** Of one statement, also of one that waits for another's lock. */
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final String COLUMNS = "version VARCHAR NOT NULL, body VARBINARY NOT NULL)";

  /** A row, which is a slot. */
  record Row(String name, String version, byte[] body) {}

  private final Connection connection;

  Table(Connection connection) throws SQLException {
    this.connection = connection;
    run("CREATE TABLE IF NOT EXISTS slots(name VARCHAR PRIMARY KEY, " + COLUMNS);
    run("CREATE TABLE IF NOT EXISTS archive(name VARCHAR NOT NULL, " + COLUMNS);
    connection.setAutoCommit(false);
  }

  List<Row> select(String where, String... values) throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (PreparedStatement query = prepare("SELECT * FROM slots " + where, (Object[]) values);
        ResultSet row = query.executeQuery()) {
      while (row.next()) {
        rows.add(new Row(row.getString("name"), row.getString("version"), row.getBytes("body")));
      }
    }
    return rows;
  }

  boolean insert(Row row) throws SQLException {
    return run("INSERT INTO slots VALUES (?, ?, ?)", row.name(), row.version(), row.body()) == 1;
  }

  boolean update(Row row, String was) throws SQLException {
    String update = "UPDATE slots SET version = ?, body = ? WHERE name = ? AND version = ?";
    return run(update, row.version(), row.body(), row.name(), was) == 1;
  }

  void archive(String name, String version) throws SQLException {
    run("INSERT INTO archive SELECT * FROM slots WHERE name = ? AND version = ?", name, version);
  }

  /** What {@link #commitIf} does. */
  interface Work {
    boolean run() throws SQLException;
  }

  /** Commits if {@code work} has written. If not, or if it fails, there is nothing of it. */
  boolean commitIf(Work work) throws SQLException {
    boolean written = false;
    try {
      written = work.run();
      return written;
    } finally {
      if (written) {
        connection.commit();
      } else {
        connection.rollback(); // lets go of locks, also where no row was changed
      }
    }
  }

  private int run(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(sql, values)) {
      return statement.executeUpdate();
    }
  }

  private PreparedStatement prepare(String sql, Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setQueryTimeout((int) TIMEOUT.toSeconds());
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  /** What is not committed is gone. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("the database does not let go", e);
    }
  }
}

package dev.prlease.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A transaction on SQLite, which has the lock from its begin on. It is begun and ended by
 * statements: the driver begins one by itself only once, and is at a loss if the lock could not be
 * had.
 *
 * @param connection on which it goes on, and nothing else
 * @param discard sees to it that nobody uses the connection again
 */
record Transaction(Connection connection, Runnable discard) {
  /** Begins one, which takes the lock. */
  static Transaction begin(Connection connection, Runnable discard) throws SQLException {
    Transaction begun = new Transaction(connection, discard);
    begun.run("BEGIN IMMEDIATE");
    return begun;
  }

  /** Whatever this throws, it may have been committed, and is over. */
  void commit() throws SQLException {
    boolean committed = false;
    try {
      run("COMMIT");
      committed = true;
    } finally {
      if (!committed) {
        rollBack();
      }
    }
  }

  /** One that cannot be rolled back ends with its connection, and so does the lock that it has. */
  void rollBack() {
    try {
      run("ROLLBACK");
    } catch (SQLException broken) {
      discard.run();
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}

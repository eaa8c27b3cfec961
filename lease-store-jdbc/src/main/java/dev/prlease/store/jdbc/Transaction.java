package dev.prlease.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A transaction on SQLite or H2. SQLite's is begun and ended by statements: the driver begins one
 * by itself only once, and is at a loss if the lock could not be had.
 *
 * @param connection on which it goes on, and nothing else
 */
record Transaction(Connection connection, Engine engine) {
  /** Begins one; in SQLite that takes the lock. */
  static Transaction begin(Connection connection, Engine engine) throws SQLException {
    Transaction begun = new Transaction(connection, engine);
    if (engine == Engine.SQLITE) {
      begun.run("BEGIN IMMEDIATE");
    } else {
      connection.setAutoCommit(false);
    }
    return begun;
  }

  /** Whatever this throws, it may have been committed, and is over. */
  void commit() throws SQLException {
    boolean committed = false;
    try {
      if (engine == Engine.SQLITE) {
        run("COMMIT");
      } else {
        connection.commit();
      }
      committed = true;
    } finally {
      if (!committed) {
        rollBack();
      }
    }
  }

  /** One that cannot be rolled back ends with its connection. */
  void rollBack() {
    try {
      if (engine == Engine.SQLITE) {
        run("ROLLBACK");
      } else {
        connection.rollback();
      }
    } catch (SQLException broken) {
      // nothing of it is left, or the connection is broken, which the next to use it finds out
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}

package dev.prlease.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Sends writes, again as long as the server says that others were in the way (lesson L40), and says
 * what became of those that were not answered. Safe for use by several threads at once.
 */
final class WriteAttempts {
  private static final int MOST_TRIES = 20;

  private final Connections connections;

  WriteAttempts(Connections connections) {
    this.connections = connections;
  }

  /** Writes by {@code work}, again as long as the database says that others were in the way. */
  <T> T write(JdbcLeaseStore.Work<T> work) throws Unanswered {
    try (InterruptShield shield = new InterruptShield()) {
      for (int tries = 1; ; tries++) {
        Connection connection;
        try {
          connection = connections.borrow(shield);
        } catch (SQLException e) {
          throw new Unanswered(Became.NOT_SENT, e);
        }
        try {
          return work.on(connection);
        } catch (SQLException e) {
          switch (SqlTrouble.kind(e)) {
            case UNKNOWN -> throw new Unanswered(Became.UNKNOWN, e);
            case NOT_WRITTEN -> throw new Unanswered(Became.NOT_WRITTEN, e);
            case RETRY -> {
              if (tries == MOST_TRIES) {
                throw new Unanswered(Became.TRIED_IN_VAIN, e);
              }
            }
          }
        } finally {
          giveBack(connection);
        }
      }
    }
  }

  /** What became of a write that was not answered. */
  enum Became {
    /** Nothing was sent. */
    NOT_SENT,
    /** The server says that nothing was written. */
    NOT_WRITTEN,
    /** Nothing was written, since others were in the way each time. */
    TRIED_IN_VAIN,
    /** Nobody knows. */
    UNKNOWN
  }

  /** A write was not answered. */
  static final class Unanswered extends Exception {
    private static final long serialVersionUID = 1L;

    final Became became;
    final SQLException error;

    Unanswered(Became became, SQLException error) {
      super(error);
      this.became = became;
      this.error = error;
    }
  }

  /** What was answered stays answered, whatever becomes of the connection. */
  private static void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException brokenMeanwhile) {
      // the pool has taken it out already
    }
  }
}

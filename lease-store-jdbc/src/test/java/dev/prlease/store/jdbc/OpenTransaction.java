package dev.prlease.store.jdbc;

import dev.prlease.testkit.StoreFixture;
import java.sql.Connection;
import java.sql.SQLException;

/** A transaction that has written the row, so that others wait for it. */
record OpenTransaction(Connection connection) implements StoreFixture.UnderWay {
  @Override
  public void commit() {
    end(connection::commit);
  }

  @Override
  public void close() {
    end(connection::close); // which rolls back what is not committed
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

package dev.prlease.store.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL of this JVM's tests, started once, and ended with the JVM. */
final class Postgres {
  private Postgres() {}

  private static final class Started {
    static final EmbeddedPostgres SERVER = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder()
            .setServerConfig("max_connections", "300")
            .setServerConfig("fsync", "on")
            .setServerConfig("full_page_writes", "on")
            .setServerConfig("timezone", "Asia/Kathmandu")
            .start();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }

  static int port() {
    return Started.SERVER.getPort();
  }

  /** The database's location as the store is opened by, without the scheme, with {@code schema}. */
  static String rest(int port, String schema) {
    return "postgresql://localhost:"
        + port
        + "/postgres?user=postgres&sslmode=disable&currentSchema="
        + schema;
  }

  /** A connection of the test's own. */
  static Connection connect(String schema) throws SQLException {
    return DriverManager.getConnection("jdbc:" + rest(port(), schema));
  }

  /** Runs statements on a connection of the test's own. */
  static void run(String schema, String... statements) {
    try (Connection connection = connect(schema);
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }
}

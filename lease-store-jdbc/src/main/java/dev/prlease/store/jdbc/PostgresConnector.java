package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseConfigurationException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.Properties;
import org.postgresql.Driver;

/**
 * Makes connections to PostgreSQL that are fit for leases: to a primary, with timeouts, and looked
 * at once before use. What the location says goes before what is set here, but for what safety
 * rests on.
 */
final class PostgresConnector implements Connections.Opener {
  /** What the server is told when a connection begins; see {@link ServerTime} for what bounds. */
  private static final String SESSION =
      "-c statement_timeout=4500 -c lock_timeout=4000"
          + " -c default_transaction_isolation=read\\ committed"
          // A write that was answered survives a crash of the server.
          + " -c synchronous_commit=on";

  private static final int CONNECT_SECONDS = 3;
  private static final int SOCKET_SECONDS = 7;

  private final JdbcLocation location;
  private final ServerTime time;
  private final Properties defaults = new Properties();

  PostgresConnector(JdbcLocation location, ServerTime time) {
    this.location = location;
    this.time = time;
    Properties given = Driver.parseURL(location.url(), new Properties());
    if (given == null) {
      throw new LeaseConfigurationException(
          "the store " + location.shown() + " is no location that the driver understands",
          "Write, for instance, jdbc:postgresql://db.example.com:5432/prlease.",
          null);
    }
    defaults.putAll(location.credentials());
    defaults.setProperty("ApplicationName", "prlease");
    defaults.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS));
    defaults.setProperty("socketTimeout", Integer.toString(SOCKET_SECONDS));
    defaults.setProperty("tcpKeepAlive", "true");
    defaults.setProperty("assumeMinServerVersion", "10");
    if (given.getProperty("PGHOST", "").indexOf(',') >= 0) {
      defaults.setProperty("targetServerType", "primary");
    }
    String options = given.getProperty("options", "");
    // The simple mode makes a transaction of each statement; the driver takes these before the
    // URL's.
    defaults.setProperty("preferQueryMode", "extended");
    defaults.setProperty("options", options.isEmpty() ? SESSION : options + " " + SESSION);
  }

  @Override
  public Connection open() throws SQLException {
    Connection made = new Driver().connect(location.url(), defaults);
    if (made == null) {
      throw new SQLException("the driver does not know the location", "08001");
    }
    try {
      check(made);
      return LocallyChecked.of(made);
    } catch (SQLException | RuntimeException unfit) {
      try (made) {
        throw unfit;
      }
    }
  }

  /** A pooler between here and the server may have left out what a session begins with. */
  private static final String LATE_SETTINGS =
      "SET statement_timeout = 4500; SET lock_timeout = 4000; SET synchronous_commit = on;"
          + " SET default_transaction_isolation = 'read committed'";

  private void check(Connection made) throws SQLException {
    try (PreparedStatement statement = made.prepareStatement(PostgresSql.CHECK);
        ResultSet answer = statement.executeQuery()) {
      if (!answer.next()) {
        throw new SQLException("the server's answer has no row", "XX000");
      }
      if (answer.getBoolean(1)) {
        throw new ReplicaException();
      }
      time.begin(answer.getObject(2, OffsetDateTime.class).toInstant());
      String encoding = answer.getString(3);
      if (!encoding.equals("UTF8")) {
        throw new SQLException(
            "the database has the encoding " + encoding + ", and leases need UTF8", "22021");
      }
      if (answer.getString(4).equals("0")) {
        try (Statement late = made.createStatement()) {
          late.execute(LATE_SETTINGS);
        }
      }
    }
  }
}

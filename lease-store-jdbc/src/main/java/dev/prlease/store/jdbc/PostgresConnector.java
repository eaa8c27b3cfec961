package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseConfigurationException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Properties;
import org.postgresql.Driver;

/**
 * Makes connections to PostgreSQL that are fit for leases: to a primary, with timeouts, and looked
 * at once before use. What the location says goes before what is set here, but for what safety
 * rests on: that is said to the driver last, and to the server once the session has begun, over
 * options, over defaults of the user and the database, and through a pooler that leaves out what a
 * session begins with.
 */
final class PostgresConnector implements Connections.Opener {
  private static final int CONNECT_SECONDS = 3;
  private static final int SOCKET_SECONDS = 7;

  private final JdbcLocation location;
  private final ServerTime time;
  private final Properties properties = new Properties();

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
    properties.setProperty("ApplicationName", "prlease");
    properties.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS));
    properties.setProperty("socketTimeout", Integer.toString(SOCKET_SECONDS));
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("assumeMinServerVersion", "10");
    if (given.getProperty("PGHOST", "").indexOf(',') >= 0) {
      properties.setProperty("targetServerType", "primary");
    }
    properties.putAll(location.properties());
    // The simple mode makes a transaction of each statement in a message.
    properties.setProperty("preferQueryMode", "extended");
  }

  @Override
  public Connection open() throws SQLException {
    Connection made = new Driver().connect(location.url(), properties);
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

  private void check(Connection made) throws SQLException {
    try (PreparedStatement statement = made.prepareStatement(PostgresSql.BEGIN_SESSION);
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
    }
  }
}

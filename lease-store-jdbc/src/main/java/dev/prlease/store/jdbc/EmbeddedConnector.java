package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseConfigurationException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;

/**
 * Makes connections to SQLite and H2. Their drivers are found by name: who has PostgreSQL needs
 * none of them.
 */
final class EmbeddedConnector implements Connections.Opener {
  private static final String LOCK_MILLIS = "10000";

  private final Engine engine;
  private final Driver driver;
  private final String url;
  private final Properties properties = new Properties();

  EmbeddedConnector(JdbcLocation location) {
    this.engine = location.engine();
    this.driver = driver(engine);
    properties.putAll(location.properties());
    if (location.engine() == Engine.SQLITE) {
      this.url = location.url();
      properties.setProperty("busy_timeout", LOCK_MILLIS);
      properties.setProperty("journal_mode", "WAL"); // readers wait for no writer
      properties.setProperty("synchronous", "FULL"); // what was answered survives a power cut
    } else {
      this.url = h2(location.url());
      properties.setProperty("LOCK_TIMEOUT", LOCK_MILLIS);
      properties.setProperty("WRITE_DELAY", "0"); // what was answered is on the disk
    }
  }

  /**
   * H2's usual files close when a thread that uses them is interrupted, and the database with them.
   */
  private static String h2(String url) {
    String place = url.substring("jdbc:h2:".length());
    boolean isPath = place.startsWith("/") || place.startsWith("~") || place.startsWith(".");
    if (place.startsWith("file:")) {
      return "jdbc:h2:async:" + place.substring("file:".length());
    }
    return isPath ? "jdbc:h2:async:" + place : url;
  }

  private static Driver driver(Engine engine) {
    Optional<ServiceLoader.Provider<Driver>> found =
        ServiceLoader.load(Driver.class, EmbeddedConnector.class.getClassLoader()).stream()
            .filter(each -> each.type().getName().equals(engine.driver()))
            .findFirst();
    return found
        .orElseThrow(
            () ->
                new LeaseConfigurationException(
                    "the driver of " + engine.text() + " is not there: " + engine.driver(),
                    "Put its jar beside that of lease-store-jdbc.",
                    null))
        .get();
  }

  @Override
  public Connection open() throws SQLException {
    Connection made = driver.connect(url, properties);
    if (made == null) {
      throw new SQLException("the driver does not know the location", "08001");
    }
    if (engine == Engine.SQLITE) {
      try (Statement statement = made.createStatement()) {
        statement.execute("PRAGMA busy_timeout = 20"); // from here on the store waits itself
      }
    }
    return made;
  }
}

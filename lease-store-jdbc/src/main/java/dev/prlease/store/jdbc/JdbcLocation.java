package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseConfigurationException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A location of the scheme {@code jdbc}: the URL of the driver, with options of our own in it.
 *
 * <p>User and password come from the URL, as parameters or before the host; else from {@code
 * PRLEASE_JDBC_USER} and {@code PRLEASE_JDBC_PASSWORD}; else the driver looks for them itself, as
 * PostgreSQL's does in {@code ~/.pgpass}. They are in nothing that is shown.
 *
 * @param engine which database
 * @param url for the driver; PostgreSQL's has no password in it
 * @param shown for people: no parameters but what says which leases these are
 * @param properties for the driver beside the URL: user and password, and PostgreSQL's parameters
 * @param maxClockSkew how far the clocks of servers that take each other's place may be apart
 * @param secrets what no error may tell
 */
record JdbcLocation(
    Engine engine,
    String url,
    String shown,
    Properties properties,
    Duration maxClockSkew,
    Secrets secrets) {
  static final String USER = "PRLEASE_JDBC_USER";
  static final String PASSWORD = "PRLEASE_JDBC_PASSWORD";

  /**
   * Reads what follows {@code jdbc:}.
   *
   * @throws LeaseConfigurationException if it is of no engine that is known here, is a place that
   *     sessions cannot share, or has options that are wrong
   */
  static JdbcLocation parse(String rest, Map<String, String> environment) {
    for (Engine engine : Engine.values()) {
      if (rest.startsWith(engine.prefix())) {
        Secrets secrets = new Secrets();
        Properties properties = new Properties();
        put(properties, "user", environment.get(USER));
        put(properties, "password", environment.get(PASSWORD));
        secrets.add(environment.get(PASSWORD));
        return engine == Engine.POSTGRESQL
            ? PostgresUrl.parse(rest, properties, secrets)
            : EmbeddedUrl.parse(engine, rest, environment, properties, secrets);
      }
    }
    int colon = rest.indexOf(':');
    throw new LeaseConfigurationException(
        "the store jdbc:"
            + (colon < 0 ? "" : rest.substring(0, colon) + ":")
            + " is of no database that is known here",
        "There are jdbc:postgresql:, jdbc:sqlite: and jdbc:h2:, for instance "
            + PostgresUrl.EXAMPLE
            + ".",
        null);
  }

  /** Sets what is there. */
  static void put(Properties properties, String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      properties.setProperty(name, value);
    }
  }

  /** Without credentials. */
  @Override
  public String toString() {
    return shown;
  }
}

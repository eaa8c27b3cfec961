package dev.prlease.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.prlease.spi.Installable;
import dev.prlease.spi.LeaseStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A PostgreSQL for measuring in, which syncs each commit as it comes. */
final class PostgresServer implements AutoCloseable {
  /** As many as the store has. */
  private static final int CONNECTIONS = 10;

  private final EmbeddedPostgres server;
  private final String prefix;
  private final String options;

  private PostgresServer(EmbeddedPostgres server, String prefix, String options) {
    this.server = server;
    this.prefix = prefix;
    this.options = options;
  }

  static PostgresServer start() throws IOException {
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("full_page_writes", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("max_wal_size", "8GB") // no checkpoint strikes anybody in the middle
            .setServerConfig("checkpoint_timeout", "1h")
            .start();
    return new PostgresServer(server, "", "");
  }

  /** The same at the other end of {@link FarSockets}, with schemas of its own. */
  PostgresServer far() {
    return new PostgresServer(server, "far_", "&socketFactory=" + FarSockets.class.getName());
  }

  private String location(String schema) {
    return "jdbc:postgresql://localhost:"
        + server.getPort()
        + "/postgres?user=postgres&sslmode=disable&currentSchema="
        + prefix
        + schema
        + options;
  }

  Connection connect(String schema) throws SQLException {
    return DriverManager.getConnection(location(schema));
  }

  void run(String schema, String... statements) throws SQLException {
    try (Connection connection = connect(schema);
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  void makeSchema(String schema) throws SQLException {
    run("public", "CREATE SCHEMA " + prefix + schema);
  }

  /** A store in a schema of its own, with its table. */
  LeaseStore store(String schema) throws SQLException {
    makeSchema(schema);
    LeaseStore store = Leases.open(location(schema));
    ((Installable) store).install();
    return store;
  }

  /** Connections of somebody else's, as many as the store has, and of the same make. */
  DataSource pool(String schema) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(location(schema));
    config.setMaximumPoolSize(CONNECTIONS);
    return new HikariDataSource(config);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

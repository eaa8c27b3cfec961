package dev.prlease.store.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL of its own that can be stopped in every way and comes back with its data. */
final class RestartableServer implements AutoCloseable {
  private final Path data;
  private final int port;
  private EmbeddedPostgres server;

  RestartableServer(Path data) throws IOException {
    this.data = data;
    try (ServerSocket free = new ServerSocket(0)) {
      this.port = free.getLocalPort();
    }
    this.server = start();
  }

  private EmbeddedPostgres start() throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setServerConfig("max_connections", "200")
        .setServerConfig("fsync", "on")
        .setServerConfig("full_page_writes", "on")
        .setPort(port)
        .start();
  }

  int port() {
    return port;
  }

  /** Runs {@code sql} with no stop between. */
  void run(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:" + Postgres.rest(port, "public"));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Transactions that are under way are rolled back, and the server ends in order. */
  void restart() throws IOException {
    server.close();
    server = start();
  }

  /** As in a crash: nothing is rolled back or written any more, and the log is replayed. */
  void crash() throws IOException, SQLException {
    String postmaster = Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip();
    try {
      run("COPY (SELECT 1) TO PROGRAM 'kill -QUIT " + postmaster + "'");
    } catch (SQLException itsOwnEnd) {
      // as it may happen
    }
    ProcessHandle.of(Long.parseLong(postmaster)).ifPresent(each -> each.onExit().join());
    restart();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of connections. */
final class ConnectionsTest {
  @Test
  void one_that_nobody_needed_is_closed_as_well() throws SQLException {
    try (Connection first = DriverManager.getConnection("jdbc:sqlite::memory:")) {
      JdbcLocation location = JdbcLocation.parse("sqlite:/srv/x.db", Map.of());
      Connections.open(new Connections.Plan(() -> first, 1), location).close();
      assertThat(first.isClosed()).isTrue();
    }
  }
}

package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What connections are like, whatever the location says. */
final class PostgresConnectorTest {
  private static final String OPTIONS =
      "&options=-c%20lock_timeout%3D60000%20-c%20statement_timeout%3D0"
          + "%20-c%20default_transaction_isolation%3Dserializable%20-c%20synchronous_commit%3Doff"
          + "%20-c%20work_mem%3D5MB&preferQueryMode=simple";

  private static Connection open(String more) throws SQLException {
    JdbcLocation location =
        JdbcLocation.parse(Postgres.rest(Postgres.port(), "public") + more, Map.of());
    return new PostgresConnector(
            location, new ServerTime(PostgresPlaces.context().clock(), ServerTime.PATIENCE))
        .open();
  }

  private static List<String> settings(Connection connection, String... names) throws SQLException {
    List<String> values = new ArrayList<>();
    for (String name : names) {
      try (PreparedStatement statement = connection.prepareStatement("SELECT current_setting(?)")) {
        statement.setString(1, name);
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          values.add(row.getString(1));
        }
      }
    }
    return values;
  }

  @Test
  void P7_what_bounds_a_late_write_is_set_whatever_the_location_says() throws SQLException {
    for (String more : new String[] {"", OPTIONS}) {
      try (Connection connection = open(more)) {
        assertThat(
                settings(
                    connection,
                    "lock_timeout",
                    "statement_timeout",
                    "default_transaction_isolation",
                    "transaction_isolation",
                    "synchronous_commit"))
            .as("with '%s'", more)
            .containsExactly("4s", "4500ms", "read committed", "read committed", "on");
      }
    }
  }

  @Test
  void what_else_the_location_says_is_so() throws SQLException {
    try (Connection connection = open(OPTIONS + "&ApplicationName=ours")) {
      assertThat(settings(connection, "work_mem", "application_name"))
          .containsExactly("5MB", "ours");
    }
  }

  /** The simple mode commits each statement of a message by itself. */
  @Test
  void P7_a_message_whose_second_statement_fails_has_written_nothing() throws SQLException {
    Postgres.run("public", "DROP TABLE IF EXISTS one_message", "CREATE TABLE one_message (n int)");
    try (Connection connection = open(OPTIONS);
        PreparedStatement two =
            connection.prepareStatement("INSERT INTO one_message VALUES (?); SELECT 1 / ?")) {
      two.setInt(1, 1);
      two.setInt(2, 0);
      assertThatThrownBy(two::execute).isInstanceOf(SQLException.class);
    }
    try (Connection connection = open("");
        PreparedStatement count = connection.prepareStatement("SELECT count(*) FROM one_message");
        ResultSet row = count.executeQuery()) {
      row.next();
      assertThat(row.getInt(1)).as("rows").isZero();
    }
  }

  @Test
  void the_driver_has_no_password_that_it_could_log() {
    try (DriverLog log = new DriverLog()) {
      for (String rest :
          new String[] {
            "postgresql://localhost:1?user=me&password=TOPSECRET",
            "postgresql://localhost:1/db?user=me&password=TOPSECRET",
            "postgresql://localhost:1/a/b?user=me&password=TOPSECRET",
            "postgresql://localhost:99999/db?user=me&password=TOPSECRET",
            "postgresql://localhost:1/db?user=me&sslpassword=TOPSECRET&password=%TOPSECRET",
            "postgresql://me:TOPSECRET@localhost:1/db",
            "postgresql://me:TOPSECRET@localhost:1"
          }) {
        assertThatThrownBy(
                () -> JdbcLeaseStore.open("jdbc:" + rest, PostgresPlaces.context()).close())
            .as("opening %s", rest)
            .isInstanceOf(LeaseException.class);
      }
      assertThat(log.lines()).as("what the driver logs").isNotEmpty();
      assertThat(log.lines().toString()).doesNotContain("TOPSECRET");
    }
  }

  @Test
  void what_may_be_a_password_with_a_question_mark_is_not_shown() {
    for (String rest :
        new String[] {
          "postgresql://me:TOP?SECRET@host/db",
          "postgresql://me:TOP/?SECRET@host/db",
          "postgresql://me:1/TOP?SECRET@host/db",
          "postgresql:me:TOPSECRET@host/db",
          "postgresql://me:TOP/SECRET@host/db",
          "postgresql://host/TOP@SECRET",
          "postgresql://host/db?host=TOPSECRET"
        }) {
      assertThatThrownBy(() -> JdbcLocation.parse(rest, Map.of()))
          .as(rest)
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageNotContainingAny("TOP", "SECRET");
    }
  }
}

package dev.prlease.store.jdbc;

import dev.prlease.spi.Finding;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with a database as a place for leases. It reads, and no more. */
final class Diagnosis {
  private static final String SETTINGS =
      "SELECT current_setting('fsync'), current_setting('full_page_writes'),"
          + " current_setting('synchronous_standby_names'),"
          + " (SELECT count(*) FROM pg_stat_replication)";

  private final JdbcLocation location;
  private final Schema schema;

  Diagnosis(JdbcLocation location, Schema schema) {
    this.location = location;
    this.schema = schema;
  }

  List<Finding> of(Connection connection) throws SQLException {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.ok(
            "store",
            location.shown()
                + " is "
                + location.engine().text()
                + " "
                + connection.getMetaData().getDatabaseProductVersion()));
    findings.add(table(connection));
    if (location.engine() == Engine.POSTGRESQL) {
      findings.addAll(settings(connection));
    }
    return findings;
  }

  private Finding table(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(schema.isThere());
        ResultSet row = statement.executeQuery()) {
      return row.next()
          ? Finding.ok("store-table", "the table of leases is there")
          : Finding.error(
              "store-table",
              "the table of leases is not there, or not all of it",
              "Let who may make tables run: prlease store init");
    }
  }

  private static List<Finding> settings(Connection connection) throws SQLException {
    List<Finding> findings = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(SETTINGS);
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        return findings;
      }
      findings.add(
          row.getString(1).equals("on") && row.getString(2).equals("on")
              ? Finding.ok("store-durability", "what is answered survives a crash of the server")
              : Finding.warning(
                  "store-durability",
                  "the server does not wait for the disk (fsync or full_page_writes is off)",
                  "Set both to on: a crash may give a lease to two sessions."));
      long standbys = row.getLong(4);
      boolean isAsynchronous = row.getString(3).isBlank() && standbys > 0;
      findings.add(
          isAsynchronous
              ? Finding.warning(
                  "store-standby",
                  "the server has asynchronous standbys: a fail-over to one may lose a grant",
                  "Set synchronous_standby_names, or fail over later than the longest TTL.")
              : Finding.ok(
                  "store-standby",
                  standbys == 0 ? "the server has no standby" : "a standby is synchronous"));
    }
    return findings;
  }
}

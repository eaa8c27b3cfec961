package dev.prlease.bench;

import static dev.prlease.store.jdbc.StatementsToMeasure.TAKE_VACANT;
import static dev.prlease.store.jdbc.StatementsToMeasure.VACATE_EXACT;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import javax.sql.DataSource;

/**
 * The floor of the store in PostgreSQL: its very statements, one a round trip, with values of the
 * same size, on connections of the same kind of pool. Nothing is made or read but the version,
 * which the second statement is sent with.
 */
final class BarePostgres implements Contestant {
  private static final String WRITE_ID = "3f2504e04f8911d39a0c0305e82c3301";
  private static final long FENCE = 1_800_000_000_000_000L;

  private final DataSource pool;
  private final byte[] record;
  private final OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
  private final OffsetDateTime later = now.plusDays(1);

  /** Writes {@code record}, which is one of the store's. */
  BarePostgres(DataSource pool, byte[] record) {
    this.pool = pool;
    this.record = record.clone();
  }

  @Override
  public void cycle(String repo, long number) throws SQLException {
    String key = repo + "#" + number;
    vacate(key, take(key, repo, number));
  }

  private long take(String key, String repo, long number) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(TAKE_VACANT)) {
      statement.setString(1, key);
      statement.setLong(2, FENCE);
      statement.setString(3, WRITE_ID);
      statement.setBytes(4, record);
      statement.setString(5, repo);
      statement.setString(6, "pull request");
      statement.setLong(7, number);
      statement.setString(8, "bench");
      statement.setString(9, "buildbox pid 4711");
      statement.setObject(10, now);
      statement.setObject(11, later);
      statement.setObject(12, later);
      statement.setObject(13, later);
      statement.setString(14, "watch " + key);
      return version(statement);
    }
  }

  private void vacate(String key, long version) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(VACATE_EXACT)) {
      statement.setLong(1, FENCE);
      statement.setString(2, WRITE_ID);
      statement.setString(3, key);
      statement.setLong(4, version);
      statement.setString(5, WRITE_ID);
      statement.setObject(6, later);
      statement.setString(7, "watch " + key);
      version(statement);
    }
  }

  private static long version(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new SQLException("nothing was written");
      }
      return row.getLong(1);
    }
  }
}

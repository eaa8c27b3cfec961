package dev.prlease.bench;

import static dev.prlease.store.jdbc.StatementsToMeasure.TAKE_VACANT;
import static dev.prlease.store.jdbc.StatementsToMeasure.VACATE_EXACT;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

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
    vacate(key, repo, number, take(key, repo, number));
  }

  private long take(String key, String repo, long number) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(TAKE_VACANT)) {
      statement.setString(1, key);
      statement.setLong(2, FENCE);
      bind(statement, 3, record, repo, number);
      statement.setObject(12, later);
      statement.setObject(13, later);
      statement.setString(14, "watch " + key);
      statement.setString(15, key);
      return version(statement);
    }
  }

  private void vacate(String key, String repo, long number, long version) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(VACATE_EXACT)) {
      statement.setLong(1, FENCE);
      bind(statement, 2, null, repo, number);
      statement.setString(11, key);
      statement.setLong(12, version);
      statement.setString(13, WRITE_ID);
      statement.setObject(14, later);
      statement.setString(15, "watch " + key);
      statement.setString(16, key);
      version(statement);
    }
  }

  private void bind(
      PreparedStatement to, int from, byte @Nullable [] bytes, String repo, long number)
      throws SQLException {
    boolean holds = bytes != null;
    to.setString(from, WRITE_ID);
    to.setBytes(from + 1, bytes);
    to.setString(from + 2, repo);
    to.setString(from + 3, "pull request");
    to.setLong(from + 4, number);
    to.setString(from + 5, holds ? "bench" : null);
    to.setString(from + 6, holds ? "buildbox pid 4711" : null);
    to.setObject(from + 7, holds ? now : null, Types.TIMESTAMP_WITH_TIMEZONE);
    to.setObject(from + 8, holds ? later : null, Types.TIMESTAMP_WITH_TIMEZONE);
  }

  private static long version(PreparedStatement statement) throws SQLException {
    statement.execute();
    try (ResultSet row = statement.getResultSet()) {
      if (!row.next()) {
        throw new SQLException("nothing was written");
      }
      long version = row.getLong(1);
      statement.getMoreResults(PreparedStatement.CLOSE_CURRENT_RESULT);
      return version;
    }
  }
}

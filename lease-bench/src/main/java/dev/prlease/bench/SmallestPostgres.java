package dev.prlease.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The least that a lock in PostgreSQL can do: a row of three columns says who has it, and one
 * statement each, in a transaction of its own, takes and frees it. No lock whose acquisition and
 * release outlast a crash of the server is faster.
 */
final class SmallestPostgres implements Contestant {
  private static final String TABLE =
      "CREATE TABLE smallest (key text PRIMARY KEY, owner text, until timestamptz)"
          + " WITH (fillfactor = 50)";
  private static final String TAKE =
      "INSERT INTO smallest AS s VALUES (?, 'bench', clock_timestamp() + interval '15 minutes')"
          + " ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until"
          + " WHERE s.owner IS NULL OR s.until < clock_timestamp()";
  private static final String FREE =
      "UPDATE smallest SET owner = NULL WHERE key = ? AND owner = 'bench'";

  private final DataSource pool;

  private SmallestPostgres(DataSource pool) {
    this.pool = pool;
  }

  static SmallestPostgres of(PostgresServer server) throws SQLException {
    server.makeSchema("smallest");
    server.run("smallest", TABLE);
    return new SmallestPostgres(server.pool("smallest"));
  }

  @Override
  public void cycle(String repo, long number) throws SQLException {
    String key = repo + "#" + number;
    write(TAKE, key);
    write(FREE, key);
  }

  private void write(String sql, String key) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, key);
      if (statement.executeUpdate() != 1) {
        throw new SQLException("nothing was written");
      }
    }
  }
}

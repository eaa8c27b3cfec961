package dev.prlease.store.jdbc;

import dev.prlease.spi.CollectRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Garbage collection in SQLite and H2. */
final class EmbeddedCollection extends TableCollection {
  private static final String READ =
      "SELECT \"key\", version, fence, written_at, archived_at, record, write_id FROM prlease_slot"
          + " WHERE \"key\" > ? ORDER BY \"key\" LIMIT ?";

  private static final String IF_SEEN =
      " FROM prlease_slot WHERE \"key\" = ? AND version = ? AND write_id = ?";

  private static final String REMOVE =
      "DELETE" + IF_SEEN + " AND (record IS NULL OR archived_at IS NOT NULL)";

  private static final String LOCK = "SELECT version" + IF_SEEN + " FOR UPDATE SKIP LOCKED";

  private final Engine engine;

  EmbeddedCollection(CollectRequest request, Engine engine) {
    super(request);
    this.engine = engine;
  }

  @Override
  List<Seen> read(Connection connection, String after) throws SQLException {
    List<Seen> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(READ)) {
      statement.setString(1, after);
      statement.setInt(2, PAGE);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          rows.add(seen(row));
        }
      }
    }
    return rows;
  }

  private Seen seen(ResultSet row) throws SQLException {
    String archived = row.getString(5);
    boolean isArchived = archived != null;
    boolean isOld =
        isArchived
            ? isBefore(archived, request().archivedBefore())
            : isBefore(row.getString(4), request().releasedBefore());
    return new Seen(
        row.getString(1),
        new RowVersion(row.getLong(2), row.getString(7), true),
        isArchived ? Role.ARCHIVED : Role.SLOT,
        isOld ? Age.OLD : Age.RECENT,
        row.getLong(3),
        Content.of(row.getBytes(6)));
  }

  /** What is no time was written by hand, and is nobody's to remove. */
  private static boolean isBefore(@Nullable String text, Instant limit) {
    try {
      return text != null && Instant.parse(text).isBefore(limit);
    } catch (DateTimeException noTime) {
      return false;
    }
  }

  @Override
  Set<String> remove(Connection connection, Map<String, RowVersion> versions) throws SQLException {
    Set<String> gone = new HashSet<>();
    for (Map.Entry<String, RowVersion> each : versions.entrySet()) {
      if (remove(connection, each.getKey(), each.getValue())) {
        gone.add(each.getKey());
      }
    }
    return gone;
  }

  /**
   * H2 would wait for who has locked the row; SQLite has one lock, which is held for moments. Each
   * statement is a transaction by itself, see {@link EmbeddedWrite}.
   */
  private boolean remove(Connection connection, String name, RowVersion version)
      throws SQLException {
    try {
      return (engine == Engine.SQLITE || isFree(connection, name, version))
          && delete(connection, name, version);
    } catch (SQLException e) {
      if (SqlTrouble.isBusy(e)) {
        return false;
      }
      throw e;
    }
  }

  private static boolean isFree(Connection connection, String name, RowVersion version)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
      statement.setString(1, name);
      statement.setLong(2, version.number());
      statement.setString(3, version.writeId());
      try (ResultSet row = statement.executeQuery()) {
        return row.next();
      }
    }
  }

  private static boolean delete(Connection connection, String name, RowVersion version)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(REMOVE)) {
      statement.setString(1, name);
      statement.setLong(2, version.number());
      statement.setString(3, version.writeId());
      return statement.executeUpdate() == 1;
    }
  }
}

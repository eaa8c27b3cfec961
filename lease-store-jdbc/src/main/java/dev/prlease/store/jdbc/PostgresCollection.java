package dev.prlease.store.jdbc;

import dev.prlease.spi.CollectRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Garbage collection in PostgreSQL, whose own clock says how old a row is. */
final class PostgresCollection extends TableCollection {
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  PostgresCollection(CollectRequest request) {
    super(request);
  }

  @Override
  List<Seen> read(Connection connection, String after) throws SQLException {
    List<Seen> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(PostgresSql.COLLECT)) {
      OffsetDateTime released = time(request().releasedBefore());
      statement.setObject(1, time(request().archivedBefore()));
      statement.setObject(2, released);
      statement.setObject(3, released);
      statement.setString(4, after);
      statement.setInt(5, PAGE);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          rows.add(seen(row));
        }
      }
    }
    return rows;
  }

  private static Seen seen(ResultSet row) throws SQLException {
    String name = row.getString(1);
    Role role =
        row.getBoolean(4) ? Role.ARCHIVED : name.startsWith(KeyName.WATCH) ? Role.WATCH : Role.SLOT;
    boolean isOld =
        switch (role) {
          case ARCHIVED -> row.getBoolean(5);
          case WATCH -> row.getBoolean(8);
          case SLOT -> row.getBoolean(6);
        };
    return new Seen(
        name,
        new RowVersion(row.getLong(2), "", true),
        role,
        isOld ? Age.OLD : Age.RECENT,
        row.getLong(3),
        Content.of(row.getBytes(7)));
  }

  @Override
  Set<String> remove(Connection connection, Map<String, RowVersion> versions) throws SQLException {
    Set<String> gone = new HashSet<>();
    try (PreparedStatement statement = connection.prepareStatement(PostgresSql.REMOVE)) {
      statement.setArray(1, connection.createArrayOf("text", versions.keySet().toArray()));
      Object[] numbers = versions.values().stream().map(each -> (Object) each.number()).toArray();
      statement.setArray(2, connection.createArrayOf("int8", numbers));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          gone.add(rows.getString(1));
        }
      }
    }
    return gone;
  }

  /** What lies beyond what the database can tell is as good as its ends. */
  private static OffsetDateTime time(Instant time) {
    Instant told = time.isBefore(EARLIEST) ? EARLIEST : time.isAfter(LATEST) ? LATEST : time;
    return OffsetDateTime.ofInstant(told, ZoneOffset.UTC);
  }
}

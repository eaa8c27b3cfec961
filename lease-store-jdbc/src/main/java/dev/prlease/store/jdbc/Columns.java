package dev.prlease.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Binds the parameters of a batch one after another, most of them a column of all its rows. */
final class Columns {
  private final Connection connection;
  private final PreparedStatement to;
  private int at = 1;

  Columns(Connection connection, PreparedStatement to) {
    this.connection = connection;
    this.to = to;
  }

  void add(OffsetDateTime time) throws SQLException {
    to.setObject(at++, time);
  }

  void add(String type, @Nullable Object[] values) throws SQLException {
    to.setArray(at++, connection.createArrayOf(type, values));
  }

  void add(String type, List<PostgresWrite> writes, Function<PostgresWrite, @Nullable Object> value)
      throws SQLException {
    add(type, each(writes, value));
  }

  /** The fence, and what follows it. */
  void addContents(List<PostgresWrite> writes) throws SQLException {
    add("int8", writes, PostgresWrite::fence);
    add("text", writes, write -> write.change().writeId().value());
    byte[][] records = new byte[writes.size()][];
    for (int i = 0; i < records.length; i++) {
      records[i] = writes.get(i).content().record;
    }
    add("bytea", records);
    add("text", writes, write -> write.content().repo);
    add("text", writes, write -> write.content().kind);
    add("int8", writes, write -> write.content().number);
    add("text", writes, write -> write.content().owner);
    add("text", writes, write -> write.content().holder);
    add("text", writes, write -> text(write.content().acquiredAt));
    add("text", writes, write -> text(write.content().expiresAt));
  }

  static @Nullable Object[] each(
      List<PostgresWrite> writes, Function<PostgresWrite, @Nullable Object> value) {
    @Nullable Object[] values = new @Nullable Object[writes.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value.apply(writes.get(i));
    }
    return values;
  }

  private static @Nullable String text(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toString();
  }
}

package dev.prlease.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
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

  void add(@Nullable String[] texts) throws SQLException {
    add("text", texts);
  }

  void addTexts(List<PostgresWrite> writes, Function<PostgresWrite, @Nullable String> value)
      throws SQLException {
    add(texts(writes, value));
  }

  void addNumbers(List<PostgresWrite> writes, Function<PostgresWrite, @Nullable Long> value)
      throws SQLException {
    @Nullable Long[] numbers = new @Nullable Long[writes.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = value.apply(writes.get(i));
    }
    add("int8", numbers);
  }

  /** The fence, and what follows it; times are microseconds since 1970. */
  void addContents(List<PostgresWrite> writes) throws SQLException {
    addNumbers(writes, PostgresWrite::fence);
    addTexts(writes, write -> write.change().writeId().value());
    byte[][] records = new byte[writes.size()][];
    for (int i = 0; i < records.length; i++) {
      records[i] = writes.get(i).content().record;
    }
    add("bytea", records);
    addTexts(writes, write -> write.content().owner);
    addTexts(writes, write -> write.content().holder);
    addNumbers(writes, write -> micros(write.content().acquiredAt));
    addNumbers(writes, write -> micros(write.content().expiresAt));
  }

  static @Nullable String[] texts(
      List<PostgresWrite> writes, Function<PostgresWrite, @Nullable String> value) {
    @Nullable String[] texts = new @Nullable String[writes.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = value.apply(writes.get(i));
    }
    return texts;
  }

  /** The driver sends arrays of these types as they are, and others as text. */
  private void add(String type, @Nullable Object[] values) throws SQLException {
    to.setArray(at++, connection.createArrayOf(type, values));
  }

  private static @Nullable Long micros(@Nullable OffsetDateTime time) {
    return time == null ? null : ChronoUnit.MICROS.between(Instant.EPOCH, time.toInstant());
  }
}

package dev.prlease.store.jdbc;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One exchange on PostgreSQL: its message, and what the answer says. Used by one thread. */
final class PostgresWrite {
  private static final int KEY_COLUMNS = 4;

  private final LeaseKey key;
  private final String name;
  private final Change change;
  private final RowContent content;
  private final Condition condition;
  private final Optional<RowVersion> was;

  /** What the slot must be. */
  enum Condition {
    /** A row with one version. */
    EXACT,
    /** No row. */
    ABSENT,
    /** No row, or one without a record and with a fence. */
    VACANT
  }

  PostgresWrite(LeaseKey key, Expected expected, Change change) {
    this.key = key;
    this.name = KeyName.of(key);
    this.change = change;
    this.content = RowContent.of(key, change);
    if (expected instanceof Expected.Exactly exactly) {
      this.was = RowVersion.of(exactly.version());
      this.condition = exact(exactly.version());
    } else {
      this.was = Optional.empty();
      this.condition = Condition.VACANT;
    }
  }

  /** A version that is none of ours has no row: no statement of ours writes one of that number. */
  private static Condition exact(SlotVersion version) {
    return version.equals(RowVersion.ABSENT) ? Condition.ABSENT : Condition.EXACT;
  }

  String name() {
    return name;
  }

  Change change() {
    return change;
  }

  RowContent content() {
    return content;
  }

  Condition condition() {
    return condition;
  }

  LeaseKey key() {
    return key;
  }

  /** The number of the version that the row must have; none where it is to be vacant. */
  @Nullable Long versionOrNone() {
    return condition == Condition.VACANT ? null : was.map(RowVersion::number).orElse(-1L);
  }

  /** The id of the write that the row must have. */
  @Nullable String writeIdOrNone() {
    return condition == Condition.VACANT ? null : was.map(RowVersion::writeId).orElse("");
  }

  /** The fence that goes with the message. */
  Long fence() {
    Fence fence = change.fence();
    return (condition == Condition.VACANT ? Fence.NONE.nextAtLeast(fence) : fence).value();
  }

  /** Whether what is replaced is to be copied. */
  boolean archives() {
    return condition == Condition.EXACT
        && (change.replaced() == Change.Replaced.ARCHIVE
            || (was.isPresent() && !was.get().readable()));
  }

  /**
   * Sends the message on {@code connection}, which is in auto-commit, and reads the answer: what
   * was written, or nothing if it was refused.
   */
  Optional<Exchange> on(Connection connection, ServerTime time, long called) throws SQLException {
    OffsetDateTime deadline = time.deadline(called);
    try (PreparedStatement statement = connection.prepareStatement(sql())) {
      bind(statement, deadline);
      ServerTime.Message message = time.send();
      ResultSet written = answer(statement);
      LocalCommit.refuse(statement);
      if (!written.next()) {
        return Optional.empty();
      }
      message.answered(time(written.getLong(3)));
      return Optional.of(
          new Exchange.Swapped(swapped(change, written.getLong(1), written.getLong(2))));
    }
  }

  /** The slot that {@code change} made. */
  static LeaseSlot swapped(Change change, long version, long fence) {
    String writeId = change.writeId().value();
    Optional<LeaseRecord> next = change.next();
    return next.isPresent()
        ? Rows.held(version, writeId, next.get(), Fence.lenient(fence))
        : Rows.slot(version, fence, writeId, null);
  }

  /** The slot in the one row of an answer, whose time is told to {@code message}. */
  static LeaseSlot slot(ResultSet row, ServerTime.Message message) throws SQLException {
    if (!row.next()) {
      throw new SQLException("the server's answer has no row", "XX000");
    }
    message.answered(time(row.getLong(5)));
    long version = row.getLong(1);
    return row.wasNull()
        ? Rows.ABSENT
        : Rows.slot(version, row.getLong(2), row.getString(3), row.getBytes(4));
  }

  /** The time that many microseconds after 1970. */
  static Instant time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  /** What the statement answers that writes, and that the one that copies does not. */
  private static ResultSet answer(PreparedStatement statement) throws SQLException {
    boolean isRows = statement.execute();
    while (!isRows && statement.getUpdateCount() >= 0) {
      isRows = statement.getMoreResults();
    }
    ResultSet answer = statement.getResultSet();
    if (answer == null) {
      throw new SQLException("the server's answer has no rows", "XX000");
    }
    return answer;
  }

  private String sql() {
    return switch (condition) {
      case ABSENT -> PostgresSql.INSERT_ABSENT;
      case VACANT -> PostgresSql.TAKE_VACANT;
      case EXACT -> {
        boolean holds = change.next().isPresent();
        if (archives()) {
          yield holds ? PostgresSql.COPY_HOLD_EXACT : PostgresSql.COPY_VACATE_EXACT;
        }
        yield holds ? PostgresSql.HOLD_EXACT : PostgresSql.VACATE_EXACT;
      }
    };
  }

  private void bind(PreparedStatement to, OffsetDateTime deadline) throws SQLException {
    int at = condition == Condition.EXACT ? bindUpdate(to, deadline) : bindInsert(to, deadline);
    to.setString(at, KeyName.WATCH + name);
  }

  private int bindUpdate(PreparedStatement to, OffsetDateTime deadline) throws SQLException {
    int at = 1;
    OffsetDateTime then = deadline;
    if (archives()) {
      at = bindExact(to, at, deadline);
      then = deadline.plusSeconds(1);
    }
    to.setLong(at++, fence());
    to.setString(at++, change.writeId().value());
    if (content.record != null) {
      to.setBytes(at++, content.record);
      at = bindWords(to, at);
    }
    return bindExact(to, at, then);
  }

  private int bindExact(PreparedStatement to, int from, OffsetDateTime deadline)
      throws SQLException {
    to.setString(from, name);
    to.setLong(from + 1, was.map(RowVersion::number).orElse(-1L));
    to.setString(from + 2, was.map(RowVersion::writeId).orElse(""));
    to.setObject(from + 3, deadline);
    return from + KEY_COLUMNS;
  }

  private int bindInsert(PreparedStatement to, OffsetDateTime deadline) throws SQLException {
    int at = 1;
    to.setString(at++, name);
    to.setLong(at++, fence());
    to.setString(at++, change.writeId().value());
    to.setBytes(at++, content.record);
    to.setString(at++, content.repo);
    to.setString(at++, content.kind);
    to.setLong(at++, content.number);
    at = bindWords(to, at);
    to.setObject(at++, deadline);
    if (condition == Condition.VACANT) {
      to.setObject(at++, deadline);
    }
    return at;
  }

  private int bindWords(PreparedStatement to, int from) throws SQLException {
    int at = from;
    to.setString(at++, content.owner);
    to.setString(at++, content.holder);
    to.setObject(at++, content.acquiredAt, Types.TIMESTAMP_WITH_TIMEZONE);
    to.setObject(at++, content.expiresAt, Types.TIMESTAMP_WITH_TIMEZONE);
    return at;
  }
}

package dev.prlease.store.jdbc;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.AbstractLeaseStore;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.SlotRules;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One exchange on SQLite or H2, as a transaction. Used by one thread. */
final class EmbeddedWrite {
  static final String LOAD =
      "SELECT version, fence, write_id, record FROM prlease_slot WHERE \"key\" = ?";

  private static final String COLUMNS =
      "version, fence, write_id, record, repo, kind, number, owner, holder, acquired_at, expires_at,"
          + " written_at";

  private static final String ARCHIVE =
      "INSERT INTO prlease_slot (\"key\", "
          + COLUMNS
          + ", archived_at) SELECT '"
          + KeyName.ARCHIVED
          + "' || version || '-' || ? || ' ' || \"key\", "
          + COLUMNS
          + ", ? FROM prlease_slot WHERE \"key\" = ? AND record IS NOT NULL";

  private static final String INSERT =
      "INSERT INTO prlease_slot ("
          + COLUMNS
          + ", \"key\") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  /**
   * Compares once more: H2's {@code SELECT … FOR UPDATE} now and then shows the row as it was
   * before the wait for its lock, and a statement of its own sees what the other has committed.
   */
  private static final String UPDATE =
      "UPDATE prlease_slot SET "
          + COLUMNS.replace(",", " = ?,")
          + " = ? WHERE \"key\" = ? AND version = ? AND write_id = ?";

  private static final String ANOTHER_WAS_FIRST = "40001";

  private final String name;
  private final Expected expected;
  private final Change change;
  private final RowContent content;
  private final Engine engine;
  private final Clock clock;

  EmbeddedWrite(LeaseKey key, Expected expected, Change change, Engine engine, Clock clock) {
    this.name = KeyName.of(key);
    this.expected = expected;
    this.change = change;
    this.content = RowContent.of(key, change);
    this.engine = engine;
    this.clock = clock;
  }

  /** Nobody knows whether it was committed. */
  static final class CommitFailed extends SQLException {
    private static final long serialVersionUID = 1L;

    private final SQLException error;

    CommitFailed(SQLException error) {
      super(error);
      this.error = error;
    }

    SQLException error() {
      return error;
    }
  }

  /** The slot in a row of {@link #LOAD}. */
  static LeaseSlot slot(ResultSet row) throws SQLException {
    return Rows.slot(row.getLong(1), row.getLong(2), row.getString(3), row.getBytes(4));
  }

  Exchange on(Connection connection) throws SQLException {
    Transaction transaction = Transaction.begin(connection, engine);
    boolean isOver = false;
    try {
      Exchange answer = exchange(connection);
      if (answer instanceof Exchange.Swapped) {
        isOver = true;
        try {
          transaction.commit();
        } catch (SQLException e) {
          throw new CommitFailed(e);
        }
      }
      return answer;
    } finally {
      if (!isOver) {
        transaction.rollBack();
      }
    }
  }

  private Exchange exchange(Connection connection) throws SQLException {
    LeaseSlot current = Rows.ABSENT;
    long version = 0;
    String writeId = "";
    String lock = engine == Engine.H2 ? LOAD + " FOR UPDATE" : LOAD;
    try (PreparedStatement statement = connection.prepareStatement(lock)) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        if (row.next()) {
          current = slot(row);
          version = row.getLong(1);
          writeId = row.getString(3);
        }
      }
    }
    Optional<AbstractLeaseStore.Content> next = SlotRules.next(current, expected, change);
    if (next.isEmpty()) {
      return new Exchange.Refused(current);
    }
    if (next.get().replaced() == Change.Replaced.ARCHIVE) {
      archive(connection);
    }
    Fence fence = next.get().fence();
    if (version == 0) {
      insert(connection, fence);
    } else {
      update(connection, version, writeId, fence);
    }
    return new Exchange.Swapped(swapped(version + 1, fence));
  }

  private LeaseSlot swapped(long version, Fence fence) {
    Optional<LeaseRecord> next = change.next();
    String writeId = change.writeId().value();
    return next.isPresent()
        ? Rows.held(version, writeId, next.get(), fence)
        : Rows.slot(version, fence.value(), writeId, null);
  }

  /**
   * The write's id makes the copy's name its own, also after the slot was removed and made anew.
   */
  private void archive(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ARCHIVE)) {
      statement.setString(1, change.writeId().value().replace(' ', '-'));
      statement.setString(2, clock.now().toString());
      statement.setString(3, name);
      statement.executeUpdate();
    }
  }

  private void insert(Connection connection, Fence fence) throws SQLException {
    try (PreparedStatement to = connection.prepareStatement(INSERT)) {
      bind(to, 1, fence);
      to.executeUpdate();
    }
  }

  private void update(Connection connection, long version, String writeId, Fence fence)
      throws SQLException {
    try (PreparedStatement to = connection.prepareStatement(UPDATE)) {
      bind(to, version + 1, fence);
      to.setLong(14, version);
      to.setString(15, writeId);
      if (to.executeUpdate() != 1) {
        throw new SQLException("another was first", ANOTHER_WAS_FIRST);
      }
    }
  }

  private void bind(PreparedStatement to, long version, Fence fence) throws SQLException {
    to.setLong(1, version);
    to.setLong(2, fence.value());
    to.setString(3, change.writeId().value());
    to.setBytes(4, content.record);
    to.setString(5, content.repo);
    to.setString(6, content.kind);
    to.setLong(7, content.number);
    to.setString(8, content.owner);
    to.setString(9, content.holder);
    to.setString(10, text(content.acquiredAt));
    to.setString(11, text(content.expiresAt));
    to.setString(12, clock.now().toString());
    to.setString(13, name);
  }

  private static @Nullable String text(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant().toString();
  }
}

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

/**
 * One exchange on SQLite or H2. Used by one thread.
 *
 * <p>On SQLite it is a transaction, which has the one lock before it looks: nobody writes between
 * its statements.
 *
 * <p>On H2 it is one statement in auto-commit, which compares and writes. H2 loses writes that are
 * made in transactions: where two wait for one row, both may be told that theirs was made, whether
 * the row was locked by {@code SELECT … FOR UPDATE} before or is compared by the update itself
 * ({@code H2LostSwapTest}; versions 2.3 to 2.5). Of statements that are a transaction by themselves
 * none was lost.
 */
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
          + ", ? FROM prlease_slot WHERE \"key\" = ? AND version = ? AND write_id = ?"
          + " AND record IS NOT NULL";

  private static final String REMOVE_COPY =
      "DELETE FROM prlease_slot WHERE \"key\" = '"
          + KeyName.ARCHIVED
          + "' || ? || '-' || ? || ' ' || ?";

  private static final String INSERT =
      "INSERT INTO prlease_slot ("
          + COLUMNS
          + ", \"key\") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

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

  /** What is there, and by what it is told from all that was there before. */
  private record Seen(LeaseSlot slot, long version, String writeId) {
    boolean isAbsent() {
      return version == 0;
    }
  }

  /**
   * Makes it on {@code connection}, which is in auto-commit.
   *
   * @param discard sees to it that nobody uses the connection again
   * @throws CommitFailed if nobody knows whether it was made
   * @throws SQLException if it was not
   */
  Exchange on(Connection connection, Runnable discard) throws SQLException {
    return engine == Engine.SQLITE
        ? inTransaction(connection, discard)
        : exchange(connection, Undo.BY_STATEMENT);
  }

  private Exchange inTransaction(Connection connection, Runnable discard) throws SQLException {
    Transaction transaction = Transaction.begin(connection, discard);
    boolean isOver = false;
    try {
      Exchange answer = exchange(connection, Undo.BY_ROLLBACK);
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

  /** How what was copied is taken back if it is not replaced. */
  private enum Undo {
    BY_ROLLBACK,
    BY_STATEMENT
  }

  private Exchange exchange(Connection connection, Undo undo) throws SQLException {
    Seen seen = look(connection);
    Optional<AbstractLeaseStore.Content> next = SlotRules.next(seen.slot(), expected, change);
    if (next.isEmpty()) {
      return new Exchange.Refused(seen.slot());
    }
    boolean archives = next.get().replaced() == Change.Replaced.ARCHIVE;
    if (archives) {
      archive(connection, seen);
    }
    Fence fence = next.get().fence();
    try {
      write(connection, seen, fence);
    } catch (SQLException e) {
      if (undo == Undo.BY_STATEMENT) {
        if (!SqlTrouble.isOfStatement(e)) {
          throw new CommitFailed(e);
        }
        if (archives) {
          removeCopy(connection, seen);
        }
      }
      throw e;
    }
    return new Exchange.Swapped(swapped(seen.version() + 1, fence));
  }

  private Seen look(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOAD)) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        return row.next()
            ? new Seen(slot(row), row.getLong(1), row.getString(3))
            : new Seen(Rows.ABSENT, 0, "");
      }
    }
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
  private void archive(Connection connection, Seen seen) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ARCHIVE)) {
      statement.setString(1, idInName());
      statement.setString(2, clock.now().toString());
      statement.setString(3, name);
      statement.setLong(4, seen.version());
      statement.setString(5, seen.writeId());
      statement.executeUpdate();
    }
  }

  private void removeCopy(Connection connection, Seen seen) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(REMOVE_COPY)) {
      statement.setString(1, Long.toString(seen.version()));
      statement.setString(2, idInName());
      statement.setString(3, name);
      statement.executeUpdate();
    }
  }

  private String idInName() {
    return change.writeId().value().replace(' ', '-');
  }

  private void write(Connection connection, Seen seen, Fence fence) throws SQLException {
    String sql = seen.isAbsent() ? INSERT : UPDATE;
    try (PreparedStatement to = connection.prepareStatement(sql)) {
      bind(to, seen.version() + 1, fence);
      if (!seen.isAbsent()) {
        to.setLong(14, seen.version());
        to.setString(15, seen.writeId());
      }
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

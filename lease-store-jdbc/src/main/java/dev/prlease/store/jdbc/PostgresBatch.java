package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.store.jdbc.PostgresBatchSql.Locks;
import dev.prlease.store.jdbc.PostgresWrite.Condition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Exchanges of different keys as one message, see {@link PostgresBatchSql}. Used by one thread. */
final class PostgresBatch {
  private final List<PostgresWrite> writes = new ArrayList<>();
  private final List<PostgresWrite> copies = new ArrayList<>();
  private final List<PostgresWrite> updates = new ArrayList<>();
  private final List<PostgresWrite> inserts = new ArrayList<>();
  private final boolean fills;

  PostgresBatch(List<ExchangeRequest> requests) {
    boolean isAnyVacant = false;
    for (ExchangeRequest request : requests) {
      PostgresWrite write = new PostgresWrite(request.key(), request.expected(), request.change());
      writes.add(write);
      Condition condition = write.condition();
      isAnyVacant |= condition == Condition.VACANT;
      if (condition != Condition.ABSENT) {
        updates.add(write);
      }
      if (condition != Condition.EXACT) {
        inserts.add(write);
      }
      if (write.archives()) {
        copies.add(write);
      }
    }
    fills = isAnyVacant;
  }

  /**
   * The places of {@code requests} in batches of different keys: of a key that comes twice the
   * second is in the second batch, so that their order counts.
   */
  static List<List<Integer>> rounds(List<ExchangeRequest> requests) {
    Map<String, Integer> seen = new HashMap<>();
    List<List<Integer>> rounds = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      int round = seen.merge(KeyName.of(requests.get(i).key()), 1, Integer::sum) - 1;
      if (round == rounds.size()) {
        rounds.add(new ArrayList<>());
      }
      rounds.get(round).add(i);
    }
    return rounds;
  }

  /** What the message showed of a row: the slot that the batch made, or the one that refused it. */
  private record Row(boolean isOwn, boolean isLocked, long version, long fence, LeaseSlot slot) {}

  /** What a message answered, by the names of rows. */
  static final class Answer {
    private final Map<String, Row> rows;

    private Answer(Map<String, Row> rows) {
      this.rows = rows;
    }
  }

  Answer on(Connection connection, ServerTime time, long called, Locks locks) throws SQLException {
    OffsetDateTime deadline = time.deadline(called);
    var parts =
        new PostgresBatchSql.Parts(
            locks, !copies.isEmpty(), !updates.isEmpty(), fills, !inserts.isEmpty());
    try (PreparedStatement statement =
        connection.prepareStatement(PostgresBatchSql.message(parts))) {
      bind(new Columns(connection, statement), parts, deadline);
      ServerTime.Message message = time.send();
      boolean isRows = statement.execute();
      List<ResultSet> answers = new ArrayList<>();
      while (isRows || statement.getUpdateCount() >= 0) {
        if (isRows) {
          answers.add(statement.getResultSet());
        }
        isRows = statement.getMoreResults(PreparedStatement.KEEP_CURRENT_RESULT);
      }
      LocalCommit.refuse(statement);
      ResultSet now = answers.get(1);
      if (now.next()) {
        message.answered(now.getObject(2, OffsetDateTime.class).toInstant());
      }
      return answer(answers.get(2));
    }
  }

  private static Answer answer(ResultSet shown) throws SQLException {
    Map<String, Row> rows = new HashMap<>();
    while (shown.next()) {
      long version = shown.getLong(2);
      long fence = shown.getLong(3);
      LeaseSlot slot = Rows.slot(version, fence, shown.getString(4), shown.getBytes(5));
      rows.put(
          shown.getString(1),
          new Row(shown.getBoolean(6), shown.getBoolean(7), version, fence, slot));
    }
    return new Answer(rows);
  }

  /** The slots in rows of name, version, fence, write id and record. */
  static Map<String, LeaseSlot> slots(ResultSet rows) throws SQLException {
    Map<String, LeaseSlot> slots = new HashMap<>();
    while (rows.next()) {
      slots.put(
          rows.getString(1),
          Rows.slot(rows.getLong(2), rows.getLong(3), rows.getString(4), rows.getBytes(5)));
    }
    return slots;
  }

  /** One a request, in their order; {@code locked} is what to say of rows that were let be. */
  List<ExchangeResult> results(Answer answer, Function<LeaseKey, ExchangeResult> locked) {
    List<ExchangeResult> results = new ArrayList<>(writes.size());
    for (PostgresWrite write : writes) {
      Row row = answer.rows.get(write.name());
      if (row != null && row.isLocked() && !row.isOwn()) {
        results.add(locked.apply(write.key()));
      } else {
        results.add(new ExchangeResult.Answered(write.key(), exchange(write, row)));
      }
    }
    return results;
  }

  private static Exchange exchange(PostgresWrite write, @Nullable Row row) {
    if (row == null) {
      return new Exchange.Refused(Rows.ABSENT);
    }
    return row.isOwn()
        ? new Exchange.Swapped(PostgresWrite.swapped(write.change(), row.version(), row.fence()))
        : new Exchange.Refused(row.slot());
  }

  /** The same for each. */
  List<ExchangeResult> results(Function<LeaseKey, ExchangeResult> each) {
    return writes.stream().map(write -> each.apply(write.key())).toList();
  }

  private void bind(Columns to, PostgresBatchSql.Parts parts, OffsetDateTime deadline)
      throws SQLException {
    Object[] names = Columns.each(writes, PostgresWrite::name);
    to.add("text", names);
    to.add(deadline);
    if (parts.copies()) {
      to.add("text", copies, PostgresWrite::name);
      to.add("int8", copies, PostgresWrite::versionOrNone);
      to.add("text", copies, PostgresWrite::writeIdOrNone);
      to.add(deadline);
    }
    if (parts.updates()) {
      to.add("text", updates, PostgresWrite::name);
      to.add("int8", updates, PostgresWrite::versionOrNone);
      to.add("text", updates, PostgresWrite::writeIdOrNone);
      to.addContents(updates);
      // What was copied is not refused for what the copying took.
      to.add(parts.copies() ? deadline.plusSeconds(1) : deadline);
      if (parts.checksLocks()) {
        to.add("text", names);
      }
    }
    if (parts.inserts()) {
      to.add("text", inserts, PostgresWrite::name);
      to.addContents(inserts);
      to.add(deadline);
    }
    to.add("text", writes, write -> KeyName.WATCH + write.name());
    to.add("text", names);
    if (parts.locks() == Locks.SKIP) {
      to.add("text", names);
    }
  }
}

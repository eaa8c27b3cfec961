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

  /** The version and the fence of a row that was written. */
  private record Written(long version, long fence) {}

  /** What a message wrote, by the names of rows. */
  static final class Answer {
    private final Map<String, Written> rows;

    private Answer(Map<String, Written> rows) {
      this.rows = rows;
    }
  }

  Answer on(Connection connection, ServerTime time, long called, Locks locks) throws SQLException {
    OffsetDateTime deadline = time.deadline(called);
    var parts =
        new PostgresBatchSql.Parts(
            locks,
            PostgresBatchSql.Size.of(writes.size()),
            !copies.isEmpty(),
            !updates.isEmpty(),
            fills,
            !inserts.isEmpty());
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
        message.answered(PostgresWrite.time(now.getLong(2)));
      }
      return answer(answers.get(2));
    }
  }

  private static Answer answer(ResultSet written) throws SQLException {
    Map<String, Written> rows = new HashMap<>();
    while (written.next()) {
      rows.put(written.getString(1), new Written(written.getLong(2), written.getLong(3)));
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

  /** The keys of which {@code answer} tells nothing: they were refused. */
  List<LeaseKey> refused(Answer answer) {
    return writes.stream()
        .filter(write -> !answer.rows.containsKey(write.name()))
        .map(PostgresWrite::key)
        .toList();
  }

  /** One a request, in their order; {@code refused} is what to say of each that was. */
  List<ExchangeResult> results(Answer answer, Function<LeaseKey, ExchangeResult> refused) {
    List<ExchangeResult> results = new ArrayList<>(writes.size());
    for (PostgresWrite write : writes) {
      Written row = answer.rows.get(write.name());
      results.add(
          row == null
              ? refused.apply(write.key())
              : new ExchangeResult.Answered(
                  write.key(),
                  new Exchange.Swapped(
                      PostgresWrite.swapped(write.change(), row.version(), row.fence()))));
    }
    return results;
  }

  /** The same for each. */
  List<ExchangeResult> results(Function<LeaseKey, ExchangeResult> each) {
    return writes.stream().map(write -> each.apply(write.key())).toList();
  }

  private void bind(Columns to, PostgresBatchSql.Parts parts, OffsetDateTime deadline)
      throws SQLException {
    String[] names = Columns.texts(writes, PostgresWrite::name);
    to.add(names);
    to.add(deadline);
    if (parts.copies()) {
      to.addTexts(copies, PostgresWrite::name);
      to.addNumbers(copies, PostgresWrite::versionOrNone);
      to.addTexts(copies, PostgresWrite::writeIdOrNone);
      to.add(deadline);
    }
    to.addTexts(writes, write -> KeyName.WATCH + write.name());
    if (parts.updates()) {
      to.addTexts(updates, PostgresWrite::name);
      to.addNumbers(updates, PostgresWrite::versionOrNone);
      to.addTexts(updates, PostgresWrite::writeIdOrNone);
      to.addContents(updates);
      // What was copied is not refused for what the copying took.
      to.add(parts.copies() ? deadline.plusSeconds(1) : deadline);
      if (parts.checksLocks()) {
        to.add(names);
      }
    }
    if (parts.inserts()) {
      to.addTexts(inserts, PostgresWrite::name);
      to.addContents(inserts);
      to.addTexts(inserts, write -> write.content().repo);
      to.addTexts(inserts, write -> write.content().kind);
      to.addNumbers(inserts, write -> write.content().number);
      to.add(deadline);
    }
  }
}

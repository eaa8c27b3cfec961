package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Several exchanges, of which those with exact versions make one message. Used once, by one thread.
 */
final class PostgresBatch {
  private final List<ExchangeRequest> requests;
  private final Map<String, PostgresWrite> writes = new LinkedHashMap<>();
  private final Map<String, Function<LeaseKey, ExchangeResult>> results = new HashMap<>();
  private boolean sent;

  PostgresBatch(List<ExchangeRequest> requests) {
    this.requests = requests;
    for (ExchangeRequest request : requests) {
      if (!(request.expected() instanceof Expected.Exactly)) {
        continue;
      }
      PostgresWrite write = new PostgresWrite(request.key(), request.expected(), request.change());
      boolean isPlain = write.was().isPresent() && !write.archives();
      if (isPlain && writes.putIfAbsent(write.name(), write) != null) {
        writes.clear(); // one key twice: their order counts, so one by one
        break;
      }
    }
  }

  /** Whether one message spares any. */
  boolean isWorthIt() {
    return writes.size() > 1;
  }

  /** Whether the message may have reached the server. */
  boolean isSent() {
    return sent;
  }

  /** What a message said of rows, by their name. */
  record Answer(Map<String, long[]> written, Map<String, LeaseSlot> slots) {}

  Answer on(Connection connection, ServerTime time, long called) throws SQLException {
    OffsetDateTime deadline = time.deadline(called);
    try (PreparedStatement statement = connection.prepareStatement(PostgresSql.EXCHANGE_ALL)) {
      bind(connection, statement, deadline);
      sent = true;
      Map<String, long[]> written = new HashMap<>();
      statement.execute(); // the locks
      if (statement.getMoreResults()) {
        ResultSet rows = statement.getResultSet();
        while (rows.next()) {
          written.put(rows.getString(1), new long[] {rows.getLong(2), rows.getLong(3)});
        }
      }
      statement.getMoreResults(); // who was told
      Map<String, LeaseSlot> slots =
          statement.getMoreResults() ? slots(statement.getResultSet()) : Map.of();
      return new Answer(written, slots);
    }
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

  void take(Answer answer) {
    writes.forEach(
        (name, write) -> {
          long[] written = answer.written().get(name);
          if (written == null && !answer.slots().containsKey(name)) {
            return; // this very write was made before, or the row is gone: asked once more
          }
          Exchange exchange =
              written == null
                  ? new Exchange.Refused(Rows.orAbsent(answer.slots().get(name)))
                  : new Exchange.Swapped(
                      PostgresWrite.swapped(write.change(), written[0], written[1]));
          results.put(name, key -> new ExchangeResult.Answered(key, exchange));
        });
  }

  void fail(Function<LeaseKey, LeaseException> error) {
    writes
        .keySet()
        .forEach(
            name -> results.put(name, key -> new ExchangeResult.Failed(key, error.apply(key))));
  }

  /** One a request, in their order; what has none yet {@code oneByOne} gets. */
  List<ExchangeResult> results(Function<List<ExchangeRequest>, List<ExchangeResult>> oneByOne) {
    List<ExchangeResult> all = new ArrayList<>(requests.size());
    for (ExchangeRequest request : requests) {
      Optional<Function<LeaseKey, ExchangeResult>> result = result(request);
      all.add(
          result.isPresent()
              ? result.get().apply(request.key())
              : oneByOne.apply(List.of(request)).get(0));
    }
    return all;
  }

  /** A vacant one may be of a key of the batch too. */
  private Optional<Function<LeaseKey, ExchangeResult>> result(ExchangeRequest request) {
    String name = KeyName.of(request.key());
    PostgresWrite write = writes.get(name);
    return write != null && write.change().equals(request.change())
        ? Optional.ofNullable(results.get(name))
        : Optional.empty();
  }

  private void bind(Connection connection, PreparedStatement to, OffsetDateTime deadline)
      throws SQLException {
    List<PostgresWrite> all = List.copyOf(writes.values());
    Array names = connection.createArrayOf("text", each(all, PostgresWrite::name));
    int at = 1;
    to.setArray(at++, names);
    to.setArray(at++, names);
    to.setArray(at++, array(connection, "int8", all, w -> version(w).number()));
    to.setArray(at++, array(connection, "text", all, w -> version(w).writeId()));
    to.setArray(at++, array(connection, "int8", all, w -> w.change().fence().value()));
    Array ids = array(connection, "text", all, w -> w.change().writeId().value());
    to.setArray(at++, ids);
    byte[][] records = new byte[all.size()][];
    for (int i = 0; i < records.length; i++) {
      records[i] = all.get(i).content().record;
    }
    to.setArray(at++, connection.createArrayOf("bytea", records));
    to.setArray(at++, array(connection, "text", all, w -> w.content().repo));
    to.setArray(at++, array(connection, "text", all, w -> w.content().kind));
    to.setArray(at++, array(connection, "int8", all, w -> w.content().number));
    to.setArray(at++, array(connection, "text", all, w -> w.content().owner));
    to.setArray(at++, array(connection, "text", all, w -> w.content().holder));
    to.setArray(at++, array(connection, "text", all, w -> text(w.content().acquiredAt)));
    to.setArray(at++, array(connection, "text", all, w -> text(w.content().expiresAt)));
    to.setObject(at++, deadline);
    to.setArray(at++, connection.createArrayOf("text", each(all, w -> KeyName.WATCH + w.name())));
    to.setArray(at++, names);
    to.setArray(at, ids);
  }

  private static RowVersion version(PostgresWrite write) {
    return write.was().orElseThrow();
  }

  private static @Nullable String text(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toString();
  }

  private static Array array(
      Connection connection,
      String type,
      List<PostgresWrite> writes,
      Function<PostgresWrite, @Nullable Object> value)
      throws SQLException {
    return connection.createArrayOf(type, each(writes, value));
  }

  private static @Nullable Object[] each(
      List<PostgresWrite> writes, Function<PostgresWrite, @Nullable Object> value) {
    @Nullable Object[] values = new @Nullable Object[writes.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value.apply(writes.get(i));
    }
    return values;
  }
}

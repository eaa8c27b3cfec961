package dev.prlease.store.jdbc;

import dev.prlease.api.LeaseException;
import dev.prlease.api.LeaseKey;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.LoadResult;
import dev.prlease.store.jdbc.PostgresBatchSql.Locks;
import dev.prlease.store.jdbc.WriteAttempts.Became;
import dev.prlease.store.jdbc.WriteAttempts.Unanswered;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Sends exchanges of many keys together. Safe for use by several threads at once. */
final class PostgresBatches {
  private final PostgresLeaseStore store;
  private final WriteAttempts attempts;
  private final ServerTime time;

  PostgresBatches(PostgresLeaseStore store, WriteAttempts attempts, ServerTime time) {
    this.store = store;
    this.attempts = attempts;
    this.time = time;
  }

  /** How requests are exchanged each by itself. */
  @FunctionalInterface
  interface OneByOne {
    List<ExchangeResult> exchange(List<ExchangeRequest> requests);
  }

  /**
   * One message for all, as long as no key comes twice, and one that reads what was refused. A row
   * that is locked for too long fails it: then a second one leaves out what is locked. Should it
   * fail for another reason, the server has written nothing, and each is sent by itself, so that
   * the failure touches no other (rule LS-15).
   */
  List<ExchangeResult> exchange(List<ExchangeRequest> requests, OneByOne oneByOne) {
    Map<Integer, ExchangeResult> results = new HashMap<>();
    for (List<Integer> round : PostgresBatch.rounds(requests)) {
      List<ExchangeRequest> different = round.stream().map(requests::get).toList();
      List<ExchangeResult> answered =
          different.size() == 1
              ? oneByOne.exchange(different)
              : exchangeTogether(different, oneByOne);
      for (int i = 0; i < answered.size(); i++) {
        results.put(round.get(i), answered.get(i));
      }
    }
    return IntStream.range(0, requests.size()).mapToObj(results::get).toList();
  }

  private List<ExchangeResult> exchangeTogether(List<ExchangeRequest> requests, OneByOne oneByOne) {
    store.checkOpen(Optional.empty());
    PostgresBatch batch = new PostgresBatch(requests);
    long called = time.ticks();
    Optional<Unanswered> locked = Optional.empty();
    for (Locks locks : Locks.values()) {
      try {
        PostgresBatch.Answer answer =
            attempts.write(connection -> batch.on(connection, time, called, locks));
        return batch.results(answer, refusals(batch.refused(answer), locked)::get);
      } catch (Unanswered e) {
        if (e.became != Became.NOT_WRITTEN) {
          return batch.results(failed(e)); // nor would one by one be answered otherwise
        }
        if (!SqlTrouble.isLocked(e.error)) {
          break;
        }
        locked = Optional.of(e);
      }
    }
    return oneByOne.exchange(requests);
  }

  private Function<LeaseKey, ExchangeResult> failed(Unanswered e) {
    return key -> new ExchangeResult.Failed(key, store.error(key, e));
  }

  /** What to say of keys that were refused, {@code locked} of those that still are. */
  private Map<LeaseKey, ExchangeResult> refusals(List<LeaseKey> keys, Optional<Unanswered> locked) {
    if (keys.isEmpty()) {
      return Map.of();
    }
    Map<LeaseKey, ExchangeResult> results = new HashMap<>();
    try {
      Set<String> lockedNames = locked.isPresent() ? lockedNames(keys) : Set.of();
      for (LoadResult each : store.loadAll(keys)) {
        results.put(
            each.key(),
            lockedNames.contains(KeyName.of(each.key()))
                ? failed(locked.orElseThrow()).apply(each.key())
                : refusal(each));
      }
    } catch (LeaseException unread) {
      keys.forEach(key -> results.put(key, new ExchangeResult.Failed(key, unread)));
    }
    return results;
  }

  private static ExchangeResult refusal(LoadResult read) {
    return read instanceof LoadResult.Answered answered
        ? new ExchangeResult.Answered(read.key(), new Exchange.Refused(answered.slot()))
        : new ExchangeResult.Failed(read.key(), ((LoadResult.Failed) read).error());
  }

  private Set<String> lockedNames(List<LeaseKey> keys) {
    return store.read(
        Optional.empty(),
        "cannot be read",
        connection -> {
          Object[] names = keys.stream().map(KeyName::of).toArray(String[]::new);
          Set<String> locked = new HashSet<>();
          try (PreparedStatement statement =
              connection.prepareStatement(PostgresBatchSql.LOCKED_NAMES)) {
            statement.setArray(1, connection.createArrayOf("text", names));
            statement.setArray(2, connection.createArrayOf("text", names));
            try (ResultSet rows = statement.executeQuery()) {
              while (rows.next()) {
                locked.add(rows.getString(1));
              }
            }
          }
          return locked;
        });
  }
}

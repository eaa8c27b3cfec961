package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LoadResult;
import dev.prlease.testkit.Crew;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches beside each other and beside single exchanges. */
final class PostgresBatchRaceTest {
  private static final int ROUNDS = 15;

  private final PostgresPlaces place = PostgresPlaces.fresh();
  private final JdbcLeaseStore store = place.open();

  @AfterEach
  void closeAll() {
    store.close();
    place.close();
  }

  private static LeaseKey key(int round, int number) {
    return LeaseKey.pullRequest("acme/app" + round, number);
  }

  private static Change hold(LeaseKey key, int session, long fence) {
    return Change.hold(Samples.record(key, SessionId.of("session-" + session), fence));
  }

  private static long deadlocks() throws SQLException {
    try (Connection connection = Postgres.connect("public");
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")) {
      assertThat(row.next()).isTrue();
      return row.getLong(1);
    }
  }

  /** Keys that have no row, and then the same with one, in both orders at once. */
  @Test
  void batches_that_cross_in_opposite_orders_do_not_deadlock_and_each_key_has_one_winner()
      throws Exception {
    long before = deadlocks();
    try (Crew crew = new Crew(4)) {
      for (int round = 0; round < ROUNDS; round++) {
        int now = round;
        List<List<ExchangeResult>> fresh =
            crew.together(thread -> () -> store.exchangeAll(crossing(now, thread, null)));
        List<ExchangeResult> won = assertOneWinnerEach(fresh);
        List<List<ExchangeResult>> again =
            crew.together(thread -> () -> store.exchangeAll(crossing(now, thread, won)));
        assertThat(assertOneWinnerEach(again)).hasSize(won.size());
      }
    }
    assertThat(deadlocks()).as("deadlocks").isEqualTo(before);
  }

  /** Odd threads go backwards; {@code won}, where it is there, has the versions to expect. */
  private static List<ExchangeRequest> crossing(
      int round, int thread, @Nullable List<ExchangeResult> won) {
    List<ExchangeRequest> requests = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      LeaseKey key = key(round, i + 1);
      Expected expected =
          won == null
              ? Expected.vacant()
              : Expected.exactly(
                  ((ExchangeResult.Answered) won.get(i)).exchange().slot().version());
      requests.add(new ExchangeRequest(key, expected, hold(key, thread, 10)));
    }
    if (thread % 2 == 1) {
      Collections.reverse(requests);
    }
    return requests;
  }

  /** The winning results, by number of the key. */
  private static List<ExchangeResult> assertOneWinnerEach(List<List<ExchangeResult>> answers) {
    List<ExchangeResult> winners =
        answers.stream()
            .flatMap(List::stream)
            .filter(
                each ->
                    each instanceof ExchangeResult.Answered answered
                        && answered.exchange() instanceof Exchange.Swapped)
            .sorted((a, b) -> Long.compare(a.key().number(), b.key().number()))
            .toList();
    assertThat(answers.stream().flatMap(List::stream))
        .hasOnlyElementsOfType(ExchangeResult.Answered.class);
    assertThat(winners.stream().map(ExchangeResult::key)).doesNotHaveDuplicates().hasSize(200);
    return winners;
  }

  /** Every swap counts its key's fence up by one, so that a swap that is lost is missing. */
  @Test
  void batches_beside_single_exchanges_lose_no_swap() {
    int keys = 8;
    long seed = new Random().nextLong();
    AtomicIntegerArray swaps = new AtomicIntegerArray(keys);
    try (Crew crew = new Crew(6)) {
      crew.together(
          thread ->
              () -> {
                Random random = new Random(seed + thread);
                for (int i = 0; i < 60; i++) {
                  List<ExchangeRequest> requests = countUp(keys, thread, random);
                  List<ExchangeResult> results =
                      thread < 3 ? store.exchangeAll(requests) : one(requests, random);
                  for (ExchangeResult result : results) {
                    if (((ExchangeResult.Answered) result).exchange() instanceof Exchange.Swapped) {
                      swaps.incrementAndGet(Math.toIntExact(result.key().number()) - 1);
                    }
                  }
                }
                return thread;
              });
    }
    for (int i = 0; i < keys; i++) {
      assertThat(store.load(key(0, i + 1)).fence().value())
          .as("swaps of key %d, seed %d", i + 1, seed)
          .isEqualTo(swaps.get(i));
    }
  }

  private List<ExchangeResult> one(List<ExchangeRequest> requests, Random random) {
    ExchangeRequest one = requests.get(random.nextInt(requests.size()));
    Exchange exchange = store.compareAndExchange(one.key(), one.expected(), one.change());
    return List.of(new ExchangeResult.Answered(one.key(), exchange));
  }

  /** Holds what is vacant, and vacates or holds what is held; in any order. */
  private List<ExchangeRequest> countUp(int keys, int thread, Random random) {
    List<LeaseKey> all = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      all.add(key(0, i + 1));
    }
    Collections.shuffle(all, random);
    List<ExchangeRequest> requests = new ArrayList<>();
    for (LoadResult each : store.loadAll(all)) {
      LeaseSlot slot = ((LoadResult.Answered) each).slot();
      LeaseKey key = each.key();
      long fence = slot.fence().value() + 1;
      if (slot instanceof LeaseSlot.Held) {
        Change change =
            random.nextBoolean() ? Change.vacate(new Fence(fence)) : hold(key, thread, fence);
        requests.add(new ExchangeRequest(key, Expected.exactly(slot.version()), change));
      } else {
        requests.add(new ExchangeRequest(key, Expected.vacant(), hold(key, thread, 1)));
      }
    }
    return requests;
  }
}

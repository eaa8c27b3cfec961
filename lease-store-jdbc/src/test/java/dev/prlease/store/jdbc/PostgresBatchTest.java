package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.LeaseStoreException.Outcome;
import dev.prlease.api.SessionId;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import dev.prlease.spi.LoadResult;
import dev.prlease.testkit.StoreFixture.UnderWay;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches of everything that an exchange can expect, as one message. */
final class PostgresBatchTest {
  private static final SessionId ALICE = SessionId.of("alice");
  private static final SessionId BOB = SessionId.of("bob");
  private static final LeaseKey KEY = key(1);

  private final PostgresPlaces place = PostgresPlaces.fresh();
  private final Proxy proxy = new Proxy(Postgres.port());
  private final JdbcLeaseStore far = place.openAt(proxy.port());
  private final JdbcLeaseStore near = place.open();

  @AfterEach
  void closeAll() {
    far.close();
    near.close();
    proxy.close();
    place.close();
  }

  private static LeaseKey key(int number) {
    return LeaseKey.pullRequest("acme/app", number);
  }

  private static Change hold(LeaseKey key, SessionId owner, long fence) {
    return Change.hold(Samples.record(key, owner, fence));
  }

  private static LeaseSlot held(LeaseStore store, LeaseKey key) {
    return store.compareAndExchange(key, Expected.vacant(), hold(key, ALICE, 10)).slot();
  }

  private static List<LeaseKey> keys(int many) {
    List<LeaseKey> keys = new ArrayList<>();
    for (int i = 1; i <= many; i++) {
      keys.add(key(i));
    }
    return keys;
  }

  private static List<ExchangeRequest> vacant(List<LeaseKey> keys, SessionId owner) {
    return keys.stream()
        .map(key -> new ExchangeRequest(key, Expected.vacant(), hold(key, owner, 10)))
        .toList();
  }

  /** Requests with the exact versions that {@code results} have made. */
  private static List<ExchangeRequest> next(
      List<ExchangeResult> results, BiFunction<LeaseKey, LeaseSlot, Change> change) {
    return results.stream()
        .map(
            result -> {
              LeaseSlot slot = exchange(result).slot();
              return new ExchangeRequest(
                  result.key(), Expected.exactly(slot.version()), change.apply(result.key(), slot));
            })
        .toList();
  }

  private static Exchange exchange(ExchangeResult result) {
    assertThat(result).isInstanceOf(ExchangeResult.Answered.class);
    return ((ExchangeResult.Answered) result).exchange();
  }

  private void assertAllSwapped(List<ExchangeRequest> requests, List<ExchangeResult> results) {
    assertThat(results).hasSize(requests.size());
    List<LeaseKey> keys = requests.stream().map(ExchangeRequest::key).toList();
    List<LeaseSlot> now =
        near.loadAll(keys).stream().map(each -> ((LoadResult.Answered) each).slot()).toList();
    for (int i = 0; i < results.size(); i++) {
      assertThat(results.get(i).key()).isEqualTo(keys.get(i));
      assertThat(exchange(results.get(i))).isEqualTo(new Exchange.Swapped(now.get(i)));
    }
  }

  /** Slots of every kind, and requests of every kind, as {@code seed} has it. */
  private static final class Mixture {
    private static final int KEYS = 120;

    private final Random random;
    private final PostgresPlaces place;
    private final LeaseStore store;
    final List<ExchangeRequest> requests = new ArrayList<>();

    Mixture(long seed, PostgresPlaces place, LeaseStore store) {
      this.random = new Random(seed);
      this.place = place;
      this.store = store;
      for (int i = 1; i <= KEYS; i++) {
        slot(key(i));
      }
      for (int i = KEYS; i > 0; i--) {
        requests.add(new ExchangeRequest(key(i), expected(key(i)), change(key(i))));
      }
    }

    private void slot(LeaseKey key) {
      switch (random.nextInt(6)) {
        case 0 -> {} // never written
        case 1 -> held(store, key);
        case 2 ->
            store.compareAndExchange(
                key,
                Expected.exactly(held(store, key).version()),
                Change.vacate(new Fence(random.nextInt(30) + 1L)));
        case 3 -> place.raw().orElseThrow().write(key, "{".getBytes(StandardCharsets.UTF_8));
        case 4 -> place.raw().orElseThrow().writeAsOlderProgram(key, Optional.empty());
        default ->
            place
                .raw()
                .orElseThrow()
                .writeAsOlderProgram(key, Optional.of(Samples.record(key, BOB, 0)));
      }
    }

    private Expected expected(LeaseKey key) {
      return switch (random.nextInt(6)) {
        case 0, 1 -> Expected.vacant();
        case 2 -> Expected.exactly(RowVersion.ABSENT);
        case 3 -> Expected.exactly(new SlotVersion(random.nextBoolean() ? "1." : "odd"));
        default -> Expected.exactly(store.load(key).version());
      };
    }

    private Change change(LeaseKey key) {
      long fence = random.nextInt(30) + 1L;
      Change change =
          random.nextInt(3) == 0 ? Change.vacate(new Fence(fence)) : hold(key, ALICE, fence);
      return random.nextInt(3) == 0 ? change.archiving() : change;
    }
  }

  /** What an exchange came to, without what differs each time it is made. */
  private static String outcome(Exchange exchange) {
    LeaseSlot slot = exchange.slot();
    String content =
        slot instanceof LeaseSlot.Held held
            ? held.record().owner() + " " + held.record().key()
            : slot.getClass().getSimpleName();
    return exchange.getClass().getSimpleName() + " " + content + " " + slot.fence();
  }

  @Test
  void a_batch_of_every_kind_is_one_message_and_does_what_single_exchanges_do() {
    long seed = new Random().nextLong();
    PostgresPlaces other = PostgresPlaces.fresh();
    try (JdbcLeaseStore single = other.open()) {
      Mixture together = new Mixture(seed, place, near);
      Mixture apart = new Mixture(seed, other, single);
      int before = proxy.roundTrips();
      List<ExchangeResult> results = far.exchangeAll(together.requests);
      boolean isAnyRefused =
          results.stream().anyMatch(each -> exchange(each) instanceof Exchange.Refused);
      assertThat(proxy.roundTrips() - before)
          .as("round trips, one of them to read what was refused, seed %d", seed)
          .isEqualTo(isAnyRefused ? 2 : 1);
      for (int i = 0; i < results.size(); i++) {
        ExchangeRequest request = apart.requests.get(i);
        LeaseKey key = request.key();
        String what = "seed " + seed + ": " + key + " " + request.expected();
        Exchange alone = single.compareAndExchange(key, request.expected(), request.change());
        assertThat(outcome(exchange(results.get(i)))).as(what).isEqualTo(outcome(alone));
        assertThat(exchange(results.get(i)).slot()).as(what).isEqualTo(near.load(key));
        assertThat(place.raw().orElseThrow().archived(key))
            .as("archived, " + what)
            .hasSameSizeAs(other.raw().orElseThrow().archived(key));
      }
    } finally {
      other.close();
    }
  }

  @Test
  void a_batch_of_ten_thousand_keys_is_one_message_whatever_it_does() {
    int before = proxy.roundTrips();
    List<ExchangeRequest> taken = vacant(keys(10_000), ALICE);
    List<ExchangeResult> acquired = far.exchangeAll(taken);
    assertAllSwapped(taken, acquired);
    List<ExchangeRequest> renewals = next(acquired, (key, slot) -> hold(key, ALICE, 10));
    List<ExchangeResult> renewed = far.exchangeAll(renewals);
    assertAllSwapped(renewals, renewed);
    List<ExchangeRequest> releases =
        next(renewed, (key, slot) -> Change.vacate(new Fence(20)).archiving());
    List<ExchangeResult> released = far.exchangeAll(releases);
    assertAllSwapped(releases, released);
    List<ExchangeRequest> again = vacant(keys(10_000), BOB);
    assertAllSwapped(again, far.exchangeAll(again));
    assertThat(proxy.roundTrips() - before).as("round trips").isEqualTo(4);
  }

  @Test
  void of_a_key_that_comes_twice_the_order_counts() {
    LeaseSlot first = held(near, key(2));
    int before = proxy.roundTrips();
    List<ExchangeResult> results =
        far.exchangeAll(
            List.of(
                new ExchangeRequest(KEY, Expected.vacant(), hold(KEY, ALICE, 10)),
                new ExchangeRequest(
                    key(2), Expected.exactly(first.version()), Change.vacate(new Fence(20))),
                new ExchangeRequest(KEY, Expected.vacant(), hold(KEY, BOB, 10)),
                new ExchangeRequest(key(2), Expected.vacant(), hold(key(2), BOB, 10))));
    assertThat(results)
        .extracting(each -> outcome(exchange(each)))
        .containsExactly(
            "Swapped alice acme/app#1 10",
            "Swapped Vacant 20",
            "Refused alice acme/app#1 10",
            "Swapped bob acme/app#2 21");
    assertThat(proxy.roundTrips() - before)
        .as("one for each time, and what was refused")
        .isEqualTo(3);
  }

  @Test
  void P7_a_batch_whose_answer_was_lost_is_unknown_for_every_key_and_has_landed() {
    proxy.loseNextAnswer();
    assertUnknown(far.exchangeAll(vacant(keys(5), ALICE)));
    keys(5).forEach(key -> assertThat(near.load(key)).isInstanceOf(LeaseSlot.Held.class));
  }

  @Test
  void P7_a_batch_that_was_lost_is_unknown_for_every_key_and_has_written_nothing() {
    proxy.loseNextRequest();
    assertUnknown(far.exchangeAll(vacant(keys(5), ALICE)));
    keys(5).forEach(key -> assertThat(near.load(key)).isEqualTo(Rows.ABSENT));
  }

  @Test
  void P7_a_batch_that_lands_late_overtakes_nobody_who_wrote_meanwhile() {
    List<ExchangeRequest> taken = vacant(keys(3), ALICE);
    List<ExchangeResult> acquired = near.exchangeAll(taken);
    proxy.deliverNextRequestLate();
    assertUnknown(far.exchangeAll(next(acquired, (key, slot) -> Change.vacate(new Fence(20)))));
    LeaseSlot old = exchange(acquired.get(1)).slot();
    LeaseSlot bobs =
        near.compareAndExchange(key(2), Expected.exactly(old.version()), hold(key(2), BOB, 30))
            .slot();
    proxy.deliver();
    assertThat(near.load(key(2))).as("what bob took").isEqualTo(bobs);
    assertThat(near.load(key(1))).as("late, and in time").isInstanceOf(LeaseSlot.Vacant.class);
  }

  @Test
  void P7_a_batch_that_lands_once_the_server_counts_it_out_changes_nothing() {
    LeaseSlot held = held(near, KEY);
    try (JdbcLeaseStore impatient = place.openAt(proxy.port(), Duration.ofMillis(500))) {
      proxy.deliverNextRequestLate();
      assertUnknown(
          impatient.exchangeAll(
              List.of(
                  new ExchangeRequest(
                      KEY, Expected.exactly(held.version()), Change.vacate(Fence.NONE)),
                  new ExchangeRequest(key(2), Expected.vacant(), hold(key(2), ALICE, 10)))));
      Postgres.run(place.schema(), "SELECT pg_sleep(0.7)");
      proxy.deliver();
    }
    assertThat(near.load(KEY)).isEqualTo(held);
    assertThat(near.load(key(2))).isEqualTo(Rows.ABSENT);
  }

  private static void assertUnknown(List<ExchangeResult> results) {
    for (ExchangeResult result : results) {
      assertThat(result).isInstanceOf(ExchangeResult.Failed.class);
      assertThat(((ExchangeResult.Failed) result).error())
          .isInstanceOfSatisfying(
              LeaseStoreException.class,
              error -> {
                assertThat(error.outcome()).isEqualTo(Outcome.UNKNOWN);
                assertThat(error.key()).contains(result.key());
              });
    }
  }

  @Test
  void LS_15_a_row_that_somebody_keeps_locked_fails_alone() {
    List<LeaseSlot> slots = keys(4).stream().map(key -> held(near, key)).toList();
    List<ExchangeRequest> requests = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      requests.add(
          new ExchangeRequest(
              key(i + 1), Expected.exactly(slots.get(i).version()), hold(key(i + 1), BOB, 11)));
    }
    requests.add(new ExchangeRequest(key(5), Expected.vacant(), hold(key(5), BOB, 11)));
    int before = proxy.roundTrips();
    try (UnderWay lock = place.overlap().orElseThrow().begin(key(2), Optional.empty())) {
      List<ExchangeResult> results = far.exchangeAll(requests);
      assertThat(results)
          .extracting(result -> result.getClass().getSimpleName())
          .containsExactly("Answered", "Failed", "Answered", "Answered", "Answered");
      assertThat(results.get(1))
          .isInstanceOfSatisfying(
              ExchangeResult.Failed.class,
              failed -> assertThat(failed.error()).hasMessageContaining("lock timeout"));
      assertThat(outcome(exchange(results.get(4)))).isEqualTo("Swapped bob acme/app#5 11");
      assertThat(lock).isNotNull();
    }
    assertThat(proxy.roundTrips() - before)
        .as("in vain, without what is locked, what that is, and what is there")
        .isEqualTo(4);
    assertThat(near.load(key(2))).isEqualTo(slots.get(1));
  }
}

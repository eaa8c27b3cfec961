package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.SystemClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How often calls go to the server and back. */
final class PostgresRoundTripsTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final SessionId ALICE = SessionId.of("alice");

  private final PostgresPlaces place = PostgresPlaces.fresh();
  private final Proxy proxy = new Proxy(Postgres.port());
  private final JdbcLeaseStore store = place.openAt(proxy.port());

  @AfterEach
  void closeAll() {
    store.close();
    proxy.close();
    place.close();
  }

  private int roundTrips(Runnable call) {
    int before = proxy.roundTrips();
    call.run();
    return proxy.roundTrips() - before;
  }

  @Test
  void acquiring_asserting_renewing_and_releasing_are_one_each() {
    try (LeaseManager manager = LeaseManager.on(store).clock(new SystemClock()).build()) {
      PrLease[] lease = new PrLease[1];
      assertThat(roundTrips(() -> lease[0] = manager.acquire(KEY, ALICE, Ttl.DEFAULT)))
          .as("acquiring a free key")
          .isEqualTo(1);
      assertThat(roundTrips(lease[0]::assertOwned)).as("asserting").isEqualTo(1);
      assertThat(roundTrips(lease[0]::renew)).as("renewing").isEqualTo(1);
      assertThat(roundTrips(lease[0]::release)).as("releasing").isEqualTo(1);
      assertThat(roundTrips(() -> lease[0] = manager.acquire(KEY, ALICE, Ttl.DEFAULT)))
          .as("acquiring what was released")
          .isEqualTo(1);
    }
  }

  @Test
  void batches_are_one_each() {
    List<LeaseKey> keys = new ArrayList<>();
    List<ExchangeRequest> renewals = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      LeaseKey key = LeaseKey.pullRequest("acme/app", i);
      keys.add(key);
      Exchange held =
          store.compareAndExchange(
              key, Expected.vacant(), Change.hold(Samples.record(key, ALICE, 10)));
      renewals.add(
          new ExchangeRequest(
              key,
              Expected.exactly(held.slot().version()),
              Change.hold(Samples.record(key, ALICE, held.slot().fence().value()))));
    }
    assertThat(roundTrips(() -> store.loadAll(keys))).as("reading 40").isEqualTo(1);
    List<ExchangeResult> results = new ArrayList<>();
    assertThat(roundTrips(() -> results.addAll(store.exchangeAll(renewals))))
        .as("renewing 40")
        .isEqualTo(1);
    for (ExchangeResult result : results) {
      assertThat(((ExchangeResult.Answered) result).exchange())
          .isInstanceOf(Exchange.Swapped.class);
      assertThat(((ExchangeResult.Answered) result).exchange().slot())
          .isEqualTo(store.load(result.key()));
    }
    assertThat(store.exchangeAll(renewals))
        .as("the same once more, whose versions are gone")
        .allSatisfy(
            result ->
                assertThat(((ExchangeResult.Answered) result).exchange())
                    .isEqualTo(new Exchange.Refused(store.load(result.key()))));
  }
}

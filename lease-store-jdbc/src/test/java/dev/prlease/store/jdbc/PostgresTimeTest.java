package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.ExchangeRequest;
import dev.prlease.spi.ExchangeResult;
import dev.prlease.spi.Expected;
import dev.prlease.spi.SampledClock;
import dev.prlease.spi.Sampling;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import dev.prlease.spi.TimeAuthority;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What each answer says of the time, on a machine that sleeps and does nothing in between. */
final class PostgresTimeTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final LeaseKey OTHER = LeaseKey.parse("acme/app#43");
  private static final SessionId ALICE = SessionId.of("alice");

  private final PostgresPlaces place = PostgresPlaces.fresh();
  private final Machine machine = new Machine();
  private final JdbcLeaseStore store =
      JdbcLeaseStore.open(
          "jdbc:" + Postgres.rest(Postgres.port(), place.schema()),
          new StoreContext(machine, new Idle(), Map.of()));
  private final SampledClock clock = (SampledClock) ((TimeAuthority) store).clock();

  @AfterEach
  void closeAll() {
    store.close();
    place.close();
  }

  /** Its ticks stand still in a sleep, and its wall clock does not. */
  private static final class Machine implements Clock {
    private final Clock awake = new SystemClock();
    private final AtomicLong slept = new AtomicLong();

    void sleep(Duration by) {
      slept.addAndGet(by.toNanos());
    }

    @Override
    public Instant now() {
      return awake.now();
    }

    @Override
    public long ticks() {
      return awake.ticks() - slept.get();
    }
  }

  /** Does nothing by itself, so that nothing is found out that way. */
  private static final class Idle implements Scheduler {
    private static Handle nothing() {
      return () -> {};
    }

    @Override
    public Handle after(Duration delay, Runnable timer) {
      return nothing();
    }

    @Override
    public Handle every(Duration period, Runnable timer) {
      return nothing();
    }

    @Override
    public Handle execute(Runnable task) {
      return nothing();
    }

    @Override
    public void pause(Duration duration) {}

    @Override
    public void close() {}
  }

  private LeaseSlot hold(LeaseKey key) {
    return store
        .compareAndExchange(key, Expected.vacant(), Change.hold(Samples.record(key, ALICE, 10)))
        .slot();
  }

  private static ExchangeRequest renewal(LeaseKey key, LeaseSlot held) {
    return new ExchangeRequest(
        key, Expected.exactly(held.version()), Change.hold(Samples.record(key, ALICE, 10)));
  }

  @Test
  void L20_after_a_sleep_many_are_renewed_as_soon_as_the_time_is_known_again() {
    List<ExchangeRequest> renewals = List.of(renewal(KEY, hold(KEY)), renewal(OTHER, hold(OTHER)));
    machine.sleep(Duration.ofMinutes(1));
    assertThat(clock.uncertainty()).isEqualTo(Clock.UNKNOWN_UNCERTAINTY);
    assertThat(clock.sample()).isTrue();
    assertThat(store.exchangeAll(renewals))
        .allSatisfy(
            result ->
                assertThat(((ExchangeResult.Answered) result).exchange())
                    .isInstanceOf(Exchange.Swapped.class));
  }

  @Test
  void reading_and_writing_tell_the_clock_the_time() {
    LeaseSlot held = hold(KEY);
    for (Runnable call :
        new Runnable[] {
          () -> assertThat(store.load(KEY)).isEqualTo(held),
          () -> assertThat(store.load(OTHER)).isEqualTo(Rows.ABSENT),
          () -> hold(KEY), // refused
          () -> store.exchangeAll(List.of(renewal(KEY, held), renewal(OTHER, held)))
        }) {
      machine.sleep(Duration.ofMinutes(1));
      assertThat(clock.uncertainty()).isEqualTo(Clock.UNKNOWN_UNCERTAINTY);
      call.run();
      assertThat(clock.uncertainty()).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void P10_a_servers_clock_that_was_set_is_noticed_by_the_next_answer() {
    Instant start = machine.now();
    ServerTime time = new ServerTime(machine, ServerTime.PATIENCE);
    SampledClock sampled = SampledClock.start(() -> start, machine, new Idle(), Sampling.DEFAULTS);
    assertThat(sampled.sample()).isTrue();
    time.tell(sampled);
    time.send().answered(start.plusSeconds(100));
    assertThat(sampled.uncertainty()).isEqualTo(Clock.UNKNOWN_UNCERTAINTY);
    time.send().answered(start.plusSeconds(100));
    assertThat(sampled.now()).isAfterOrEqualTo(start.plusSeconds(99));
    assertThat(time.deadline(time.ticks()).toInstant()).isAfter(start.plusSeconds(100));
  }
}

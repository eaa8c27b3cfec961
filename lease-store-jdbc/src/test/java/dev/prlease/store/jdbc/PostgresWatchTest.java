package dev.prlease.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.spi.Change;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.Registration;
import dev.prlease.spi.Watchable;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who waits is told of what others commit. */
final class PostgresWatchTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");
  private static final LeaseKey OTHER = LeaseKey.parse("acme/app#43");

  private final PostgresPlaces place = PostgresPlaces.fresh();
  private final JdbcLeaseStore waiting = place.open();
  private final JdbcLeaseStore acting = place.open();
  private final BlockingQueue<LeaseKey> told = new LinkedBlockingQueue<>();

  @AfterEach
  void closeAll() {
    waiting.close();
    acting.close();
    place.close();
  }

  private Registration watch(LeaseKey key) throws InterruptedException {
    Registration watch = ((Watchable) waiting).watch(key, () -> told.add(key));
    assertThat(told.poll(60, TimeUnit.SECONDS))
        .as("told once when the watch stands: what was before it, nobody told")
        .isEqualTo(key);
    return watch;
  }

  private LeaseSlot hold(LeaseKey key, long fence) {
    return acting
        .compareAndExchange(
            key, Expected.vacant(), Change.hold(Samples.record(key, SessionId.of("alice"), fence)))
        .slot();
  }

  @Test
  void of_a_slot_that_is_made_and_one_that_is_vacated() throws Exception {
    try (Registration watch = watch(KEY)) {
      assertThat(watch).isNotNull();
      LeaseSlot held = hold(KEY, 10);
      assertThat(told.poll(60, TimeUnit.SECONDS)).as("of the first lease").isEqualTo(KEY);
      var unused =
          acting.compareAndExchange(
              KEY, Expected.exactly(held.version()), Change.vacate(Fence.NONE));
      assertThat(told.poll(60, TimeUnit.SECONDS)).as("of its release").isEqualTo(KEY);
    }
  }

  @Test
  void of_no_other_slot_than_the_one_that_is_watched() throws Exception {
    try (Registration watch = watch(KEY)) {
      assertThat(watch).isNotNull();
      LeaseSlot unused = hold(OTHER, 10);
      LeaseSlot also = hold(KEY, 10);
      assertThat(also).isNotEqualTo(unused);
      assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo(KEY);
      assertThat(told).isEmpty();
    }
  }

  @Test
  void rows_that_say_who_waits_are_no_slots() throws Exception {
    try (Registration watch = watch(KEY)) {
      assertThat(watch).isNotNull();
      assertThat(acting.list(LeaseFilter.ALL)).isEmpty();
      assertThat(acting.load(KEY)).isEqualTo(Rows.ABSENT);
    }
  }
}

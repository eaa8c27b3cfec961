package dev.prlease.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.spi.LeaseStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** P11: batches are large where that saves calls, and small where the last would wait long. */
final class BatchSizeTest {
  private static final int BATCHES = 100;

  private final BatchSize size = new BatchSize();

  /** Batches to a store that takes so long for a call, and so long more for each key. */
  private int after(int batches, Duration call, Duration key) {
    return after(size, batches, call, key);
  }

  private static int after(BatchSize size, int batches, Duration call, Duration key) {
    for (int i = 0; i < batches; i++) {
      int next = size.next();
      size.took(next, call.plus(key.multipliedBy(next)));
    }
    return size.next();
  }

  @Test
  void a_batch_takes_about_a_tenth_of_a_second() {
    assertThat(after(BATCHES, Duration.ZERO, Duration.ofMillis(1))).isBetween(70, 120);
    assertThat(after(BATCHES, Duration.ZERO, Duration.ofMillis(20))).isBetween(4, 7);
  }

  @Test
  void a_quick_store_gets_the_largest_batches() {
    assertThat(after(BATCHES, Duration.ofMillis(1), Duration.ofNanos(1000)))
        .isEqualTo(LeaseStore.LARGEST_BATCH);
  }

  @Test
  void the_keys_of_a_store_that_takes_long_for_each_are_as_good_as_alone() {
    assertThat(after(BATCHES, Duration.ZERO, Duration.ofMillis(300))).isLessThanOrEqualTo(2);
    assertThat(after(BATCHES, Duration.ZERO, Duration.ofMillis(900))).isEqualTo(1);
  }

  @Test
  void a_store_that_is_only_far_away_gets_large_batches() {
    for (int millis = 50; millis <= 350; millis += 50) {
      Duration away = Duration.ofMillis(millis);
      int reached = after(new BatchSize(), BATCHES, away, Duration.ofNanos(100_000));
      assertThat(reached).as("%d ms away", millis).isGreaterThan(100);
    }
  }

  @Test
  void batches_shrink_to_one_while_a_store_stalls_and_grow_again_when_it_is_over() {
    after(BATCHES, Duration.ofMillis(2), Duration.ofNanos(10_000));
    int stalled = 0;
    while (size.next() > 1) {
      int before = size.next();
      size.tookTooLong(before);
      assertThat(size.next()).isLessThanOrEqualTo(1 + before / 2);
      stalled++;
    }
    assertThat(stalled).isLessThanOrEqualTo(10);
    size.took(1, Duration.ofMillis(900));
    size.took(1, Duration.ofMillis(900));
    assertThat(after(BATCHES, Duration.ofMillis(2), Duration.ofNanos(10_000)))
        .isEqualTo(LeaseStore.LARGEST_BATCH);
    assertThat(after(BATCHES, Duration.ofMillis(2), Duration.ofMillis(2)))
        .as("what the stall took is forgotten")
        .isBetween(35, 60);
  }
}

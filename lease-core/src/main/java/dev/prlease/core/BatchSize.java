package dev.prlease.core;

import dev.prlease.spi.LeaseStore;
import java.time.Duration;

/**
 * How many keys go into one batch: so many that a batch takes about a tenth of a second, judged by
 * how long the last ones took. So few of a store that takes long for each, where the last in a
 * batch would wait long for the first. Thread-safe.
 */
final class BatchSize {
  private static final long AIM = Duration.ofMillis(100).toNanos();
  private static final int FIRST = 32;
  private static final double WEIGHT_OF_LAST = 0.25;

  private double nanosEach = (double) AIM / FIRST; // guarded by this

  /** From 1 to {@link LeaseStore#LARGEST_BATCH}. */
  synchronized int next() {
    double size = AIM / Math.max(1, nanosEach);
    return (int) Math.max(1, Math.min(size, LeaseStore.LARGEST_BATCH));
  }

  /** A batch of {@code size} was answered after {@code time}. */
  synchronized void took(int size, Duration time) {
    nanosEach += WEIGHT_OF_LAST * ((double) time.toNanos() / size - nanosEach);
  }

  /** A batch of {@code size} was given up. Whatever held it up, the next is to be smaller. */
  synchronized void tookTooLong(int size) {
    nanosEach = Math.max(nanosEach, 2.0 * AIM / size);
  }
}

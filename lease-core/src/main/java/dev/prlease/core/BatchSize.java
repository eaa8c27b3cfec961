package dev.prlease.core;

import dev.prlease.spi.LeaseStore;
import java.time.Duration;

/**
 * How many keys go into one batch, judged by how long the last ones took: so many that a batch
 * takes about a tenth of a second. So few of a store that takes long for each, where the last in a
 * batch would wait long for the first.
 *
 * <p>What a call costs and what each further key adds are two things: a store far away takes as
 * long for one key as for a hundred, and smaller batches would only make more calls. There the keys
 * may add as much again as the call itself costs. A batch of several tells the sum, one of one
 * tells the first: so the first is one of one, and where batches have shrunk to that again, as they
 * do while a store stalls, it tells when to grow. Thread-safe.
 */
final class BatchSize {
  private static final double AIM = Duration.ofMillis(100).toNanos();

  /** Twice as much as this is still less than {@link Patience} has. */
  private static final double MOST_FOR_FURTHER_KEYS = Duration.ofMillis(400).toNanos();

  private static final double WEIGHT_OF_LAST = 0.25;

  // Both guarded by this, in nanoseconds.
  private double one; // zero until it was measured
  private double eachMore = Double.MAX_VALUE;

  /** From 1 to {@link LeaseStore#LARGEST_BATCH}. */
  synchronized int next() {
    double more = forFurtherKeys() / Math.max(1, eachMore);
    return (int) Math.min(1 + more, LeaseStore.LARGEST_BATCH);
  }

  private double forFurtherKeys() {
    return Math.max(AIM - one, Math.min(one, MOST_FOR_FURTHER_KEYS));
  }

  /** A batch of {@code size} was answered after {@code time}. */
  synchronized void took(int size, Duration time) {
    double nanos = time.toNanos();
    if (size == 1) {
      one += (one == 0 ? 1 : WEIGHT_OF_LAST) * (nanos - one);
      eachMore = Math.min(eachMore, one); // a further key takes no longer than a call for it
    } else {
      one = Math.min(one, nanos); // nor one key longer than several
      eachMore += WEIGHT_OF_LAST * ((nanos - one) / (size - 1) - eachMore);
    }
  }

  /** A batch of several was given up. Whatever held it up, the next is to be half as large. */
  synchronized void tookTooLong(int size) {
    eachMore = Math.max(eachMore, 2 * forFurtherKeys() / (size - 1));
  }
}

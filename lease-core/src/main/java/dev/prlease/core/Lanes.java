package dev.prlease.core;

import dev.prlease.spi.Scheduler;
import java.time.Duration;

/**
 * The lanes of a manager. Together they take {@value ThreadPoolScheduler#MIN_POOL_SIZE} threads of
 * the pool at most, so that none waits for a thread that hangs in another.
 */
final class Lanes {
  /** So many listeners may hang for good, and all others are told without delay. */
  static final int MOST_LISTENERS_HANGING = 2;

  private static final Duration STORE_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LISTENER_TIMEOUT = Duration.ofSeconds(10);

  private Lanes() {}

  /** Batches of kept grants, and what is settled later. */
  static Lane ofStoreCalls(CheckedStore store, Scheduler scheduler, Lane aside) {
    // One key that hangs costs one of these, and the last that is left goes on.
    return new Lane(
        "call the store", scheduler, bounds(2, Keepers.MOST_HANGING - 1, store), aside::submit);
  }

  /** Kept grants that are worked on one at a time. */
  static Lane ofSingles(CheckedStore store, Scheduler scheduler, Lane aside) {
    return new Lane(
        "call the store for one key",
        scheduler,
        bounds(1, Keepers.MOST_HANGING, store),
        aside::submit);
  }

  /** The timeout is longer than the store itself may take, so that it is for calls that hang. */
  private static Lane.Bounds bounds(int width, int standIns, CheckedStore store) {
    Duration timeout = Durations.max(STORE_TIMEOUT, store.lateWriteBound().multipliedBy(2));
    return new Lane.Bounds(width, standIns, Patience.LEAST, timeout);
  }

  /** Listeners of keepers and gates. */
  static Lane ofListeners(Scheduler scheduler, Lane aside) {
    return new Lane(
        "tell a listener",
        scheduler,
        new Lane.Bounds(2, MOST_LISTENERS_HANGING, Patience.LEAST, LISTENER_TIMEOUT),
        aside::submit);
  }

  /**
   * The audit of what nobody waits for, in order, and what timers log: a sink that hangs, or a log
   * that nobody reads, holds up neither calls of the store nor listeners.
   */
  static Lane ofAsides(Scheduler scheduler) {
    return new Lane(
        "tell the audit", scheduler, new Lane.Bounds(1, 1, Patience.LEAST, LISTENER_TIMEOUT));
  }
}

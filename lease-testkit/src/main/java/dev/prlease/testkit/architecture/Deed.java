package dev.prlease.testkit.architecture;

/** What code may do only where a {@link Plan} says so. */
public enum Deed {
  /** To ask the machine for the time; others have a {@link dev.prlease.spi.Clock}. */
  READ_THE_CLOCK,
  /** To sleep, park or wait for a thread; others have a {@link dev.prlease.spi.Scheduler}. */
  WAIT,
  /** To make threads, or to use a pool that the whole JVM shares. */
  MAKE_THREADS,
  /** To start processes. */
  START_PROCESSES,
  /** To end the JVM, or to hook into its end. */
  END_THE_PROGRAM
}

package dev.prlease.store.git;

import dev.prlease.spi.StoreContext;
import java.time.Duration;

/**
 * How long one call of the store may take, all its calls of git together, and how it waits between
 * them: interrupts are put aside until it is over (rule LS-17). Used by one thread.
 */
final class Budget implements AutoCloseable {
  private static final Duration LEAST = Duration.ofMillis(100);

  private final StoreContext context;
  private final Duration total;
  private final long start;
  private boolean interrupted = Thread.interrupted();

  Budget(StoreContext context, Duration total) {
    this.context = context;
    this.total = total;
    this.start = context.clock().ticks();
  }

  private Duration left() {
    return total.minusNanos(context.clock().ticks() - start);
  }

  /** For one call of git: what is left, and enough to fail in. */
  Duration forCall() {
    Duration left = left();
    return left.compareTo(LEAST) < 0 ? LEAST : left;
  }

  boolean isOver() {
    return left().isNegative();
  }

  void pause(Duration time) {
    if (Thread.interrupted()) {
      interrupted = true;
    }
    try {
      context.scheduler().pause(time);
    } catch (InterruptedException remembered) {
      interrupted = true;
    }
  }

  @Override
  public void close() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

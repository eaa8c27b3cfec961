package dev.prlease.spi;

import java.time.Duration;

/**
 * All waiting, and all threads but those of processes.
 *
 * <p>Deadlines must fire on time whatever a store or a listener does, so there are two kinds of
 * work: <em>timers</em> run on one thread and must be quick and do no I/O; <em>tasks</em> may block
 * and run on a bounded pool (rule P11). Implementations are safe for use by several threads at
 * once; their threads never keep the JVM alive.
 */
public interface Scheduler extends AutoCloseable {
  /** Work that was handed over. */
  interface Handle {
    /**
     * Keeps it from starting, or from starting again; a task that runs is interrupted, a timer is
     * not. Idempotent.
     */
    void cancel();
  }

  /** Runs {@code timer} once, {@code delay} from now; at once if that is zero or negative. */
  Handle after(Duration delay, Runnable timer);

  /**
   * Runs {@code timer} every {@code period}, first one period from now. What it throws is logged
   * and does not end it.
   */
  Handle every(Duration period, Runnable timer);

  /** Runs {@code task} on the pool as soon as a thread is free. What it throws is logged. */
  Handle execute(Runnable task);

  /**
   * Waits for {@code duration}.
   *
   * @throws InterruptedException if the thread is interrupted before or meanwhile
   */
  void pause(Duration duration) throws InterruptedException;

  /** Ends timers and interrupts tasks. Idempotent. */
  @Override
  void close();
}

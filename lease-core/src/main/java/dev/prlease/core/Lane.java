package dev.prlease.core;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Runs tasks on the scheduler's pool, only so many at once: calls that hang in a store must leave
 * threads for listeners, and slow listeners must leave some for renewals (rule P11).
 *
 * <p>A task that takes longer than the lane allows is logged and interrupted; it keeps its place
 * until it returns.
 */
final class Lane {
  private final String what;
  private final Scheduler scheduler;
  private final int width;
  private final Duration timeout;
  private final Deque<Runnable> waiting = new ArrayDeque<>(); // guarded by this
  private int running; // guarded by this

  /**
   * @param what the tasks do, for the log
   * @param width how many may run at once
   * @param timeout how long one may take
   */
  Lane(String what, Scheduler scheduler, int width, Duration timeout) {
    this.what = what;
    this.scheduler = scheduler;
    this.width = width;
    this.timeout = timeout;
  }

  /** Runs {@code task} soon; what it throws is logged. */
  void submit(Runnable task) {
    synchronized (this) {
      waiting.add(task);
      if (running >= width) {
        return;
      }
      running++;
    }
    start();
  }

  private void start() {
    try {
      scheduler.execute(this::runAll);
    } catch (RuntimeException closed) {
      synchronized (this) {
        running--;
      }
      Log.CORE.warn("cannot {} any more: the scheduler refuses work", what, closed);
    }
  }

  private void runAll() {
    while (true) {
      Runnable task;
      synchronized (this) {
        task = waiting.poll();
        if (task == null) {
          running--;
          return;
        }
      }
      runGuarded(task);
    }
  }

  private void runGuarded(Runnable task) {
    Watch watch = new Watch(Thread.currentThread());
    Scheduler.Handle timer = scheduler.after(timeout, watch::interrupt);
    try {
      task.run();
    } catch (RuntimeException | Error failed) {
      Log.CORE.error("failed to {}", what, failed);
    } finally {
      timer.cancel();
      watch.finish();
    }
  }

  /** Interrupts one task and nothing that its thread does later. */
  private final class Watch {
    private final Thread runner;
    private boolean finished; // guarded by this
    private boolean interrupted; // guarded by this

    Watch(Thread runner) {
      this.runner = runner;
    }

    synchronized void interrupt() {
      if (!finished) {
        interrupted = true;
        runner.interrupt();
        Log.CORE.warn("to {} takes longer than {}: interrupted", what, timeout);
      }
    }

    synchronized void finish() {
      finished = true;
      if (interrupted) {
        Thread.interrupted();
      }
    }
  }
}

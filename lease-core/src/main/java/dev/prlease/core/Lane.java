package dev.prlease.core;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Runs tasks on the scheduler's pool, only so many at once: calls that hang in a store must leave
 * threads for listeners, and slow listeners must leave some for renewals (rule P11).
 *
 * <p>A task that takes longer than the lane allows is logged and interrupted; it keeps its place
 * until it returns.
 *
 * <p>Whoever closes the lane's manager waits until the lane {@linkplain #isIdle is idle}, so that
 * nothing that was submitted is lost with the scheduler. A thread that has decided something and is
 * about to submit what follows from it {@linkplain #hold holds} the lane over both, so that there
 * is no moment in which the decision stands, nothing is submitted, and the lane looks idle. A task
 * that closes the manager does not wait for itself: what it leaves to do is done {@linkplain
 * #whenIdle afterwards}.
 */
final class Lane {
  private final String what;
  private final Scheduler scheduler;
  private final int width;
  private final Duration timeout;
  private final Deque<Runnable> waiting = new ArrayDeque<>(); // guarded by this
  private final List<Thread> runners = new ArrayList<>(2); // guarded by this
  private final List<Runnable> afterwards = new ArrayList<>(0); // guarded by this
  private int running; // guarded by this
  private int held; // guarded by this

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

  /** What the tasks do, for the log. */
  String what() {
    return what;
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
        waiting.clear();
      }
      Log.CORE.warn("cannot {} any more: the scheduler refuses work", what, closed);
    }
  }

  /** Keeps the lane from looking idle until {@link #letGo} is called as often as this. */
  synchronized void hold() {
    held++;
  }

  synchronized void letGo() {
    held--;
  }

  /** Whether nothing runs, waits or is about to be submitted, but what this thread runs itself. */
  synchronized boolean isIdle() {
    return waiting.isEmpty() && held == 0 && running == ownRuns();
  }

  /** Whether this thread runs one of the lane's tasks. */
  synchronized boolean runsHere() {
    return ownRuns() > 0;
  }

  private int ownRuns() {
    int own = 0;
    for (Thread runner : runners) {
      own += runner == Thread.currentThread() ? 1 : 0;
    }
    return own;
  }

  /** Runs {@code last} when what runs and waits now is done; for a task of the lane. */
  synchronized void whenIdle(Runnable last) {
    afterwards.add(last);
  }

  private void runAll() {
    while (true) {
      Runnable task;
      List<Runnable> last = List.of();
      synchronized (this) {
        task = waiting.poll();
        if (task == null) {
          running--;
          if (running == 0) {
            last = List.copyOf(afterwards);
            afterwards.clear();
          }
        } else {
          runners.add(Thread.currentThread());
        }
      }
      if (task == null) {
        last.forEach(Runnable::run);
        return;
      }
      try {
        runWatched(task);
      } catch (RuntimeException | Error failed) {
        Log.CORE.error("failed to {}", what, failed);
      } finally {
        synchronized (this) {
          runners.remove(Thread.currentThread());
        }
      }
    }
  }

  private void runWatched(Runnable task) {
    Watch watch = new Watch(Thread.currentThread());
    Scheduler.Handle timer = timer(watch);
    try {
      task.run();
    } finally {
      watch.finish();
      timer.cancel();
    }
  }

  /** A scheduler that refuses it watches over nothing; the task is done all the same. */
  private Scheduler.Handle timer(Watch watch) {
    try {
      return scheduler.after(timeout, watch::interrupt);
    } catch (RuntimeException closed) {
      return () -> {};
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

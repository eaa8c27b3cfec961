package dev.prlease.core;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Virtual time with real threads: timers run on the test's thread, which lets time pass only when
 * every task has ended, or stands still because it pauses or because the test {@linkplain
 * #standStill made it}. So tests of what hangs need no real time, and go the same way each run.
 */
final class ThreadedScheduler implements Scheduler {
  /** A condition that a standing thread waits for. */
  interface Wake {
    boolean isTrue();
  }

  private static final String TASK = "task";

  private final TestClock clock;
  private final TestScheduler timers;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, TASK);
            thread.setDaemon(true);
            return thread;
          });
  private final List<Throwable> failures = new ArrayList<>(); // guarded by this
  private int running; // guarded by this
  private final List<Wake> standing = new ArrayList<>(); // guarded by this
  private int most; // guarded by this

  ThreadedScheduler(TestClock clock) {
    this.clock = clock;
    this.timers = new TestScheduler(clock);
  }

  /** Lets {@code by} pass, timer by timer. */
  void advance(Duration by) {
    long end = clock.ticks() + by.toNanos();
    wakeUp();
    settle();
    boolean more;
    do {
      more = timers.advanceToNext(end);
      wakeUp();
      settle();
    } while (more);
    synchronized (this) {
      failures.forEach(
          failed -> {
            throw new AssertionError("a task failed", failed);
          });
    }
  }

  /** As many tasks as were under way at once, at most. */
  synchronized int mostAtOnce() {
    return most;
  }

  /** The calling task stands still until {@code wake} is true, for whatever the test does. */
  synchronized void standStill(Wake wake) {
    boolean interrupted = false;
    standing.add(wake);
    notifyAll();
    while (!wake.isTrue()) {
      try {
        wait();
      } catch (InterruptedException ignoredByAHang) {
        interrupted = true;
      }
    }
    standing.remove(wake);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Standing threads look at what they wait for. */
  synchronized void wakeUp() {
    notifyAll();
  }

  private synchronized void settle() {
    while (running > standing.stream().filter(wake -> !wake.isTrue()).count()) {
      try {
        wait();
      } catch (InterruptedException ended) {
        throw new AssertionError(ended);
      }
    }
  }

  @Override
  public Handle after(Duration delay, Runnable timer) {
    return timers.after(delay, timer);
  }

  @Override
  public Handle every(Duration period, Runnable timer) {
    return timers.every(period, timer);
  }

  @Override
  public Handle execute(Runnable task) {
    synchronized (this) {
      running++;
      most = Math.max(most, running);
    }
    threads.execute(() -> run(task));
    return () -> {};
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error failed) {
      synchronized (this) {
        failures.add(failed);
      }
    } finally {
      synchronized (this) {
        running--;
        notifyAll();
      }
    }
  }

  @Override
  public void pause(Duration duration) {
    if (!Thread.currentThread().getName().equals(TASK)) {
      advance(duration);
      return;
    }
    long end = clock.ticks() + duration.toNanos();
    standStill(() -> clock.ticks() - end >= 0);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

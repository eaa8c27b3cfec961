package dev.prlease.core;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** Runs timers and tasks on the test's thread, when it lets time pass. */
final class TestScheduler implements Scheduler {
  private static final class Timer {
    final Runnable work;
    final long period;
    long due;
    boolean cancelled;

    Timer(Runnable work, long due, long period) {
      this.work = work;
      this.due = due;
      this.period = period;
    }
  }

  private final TestClock clock;
  private final List<Timer> timers = new ArrayList<>();
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private boolean tasksHang;

  TestScheduler(TestClock clock) {
    this.clock = clock;
  }

  @Override
  public Handle after(Duration delay, Runnable timer) {
    return add(new Timer(timer, clock.ticks() + Math.max(0, delay.toNanos()), 0));
  }

  @Override
  public Handle every(Duration period, Runnable timer) {
    return add(new Timer(timer, clock.ticks() + period.toNanos(), period.toNanos()));
  }

  private synchronized Handle add(Timer timer) {
    timers.add(timer);
    return () -> cancel(timer);
  }

  private synchronized void cancel(Timer timer) {
    timer.cancelled = true;
    timers.remove(timer);
  }

  @Override
  public synchronized Handle execute(Runnable task) {
    tasks.add(task);
    return () -> {
      synchronized (this) {
        tasks.remove(task);
      }
    };
  }

  /** From now on tasks wait for a pool that is never free. */
  synchronized void hangTasks() {
    tasksHang = true;
  }

  synchronized void resumeTasks() {
    tasksHang = false;
  }

  @Override
  public void pause(Duration duration) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    advance(duration);
  }

  /** Lets {@code by} pass, running what falls due in order. */
  void advance(Duration by) {
    long end = clock.ticks() + by.toNanos();
    runTasks();
    while (advanceToNext(end)) {
      runTasks();
    }
    runTasks();
  }

  /**
   * Lets time pass until the next timer is due, and runs it; false if none is before {@code end}.
   */
  boolean advanceToNext(long end) {
    Timer next = nextDue(end);
    long until = next == null ? end : next.due;
    clock.advance(Duration.ofNanos(Math.max(0, until - clock.ticks())));
    if (next != null) {
      fire(next);
    }
    return next != null;
  }

  private synchronized @org.jspecify.annotations.Nullable Timer nextDue(long end) {
    return timers.stream()
        .filter(timer -> timer.due <= end)
        .min(Comparator.comparingLong(timer -> timer.due))
        .orElse(null);
  }

  private void fire(Timer timer) {
    synchronized (this) {
      if (timer.cancelled) {
        return;
      }
      if (timer.period > 0) {
        timer.due += timer.period;
      } else {
        timers.remove(timer);
      }
    }
    timer.work.run();
  }

  void runTasks() {
    while (true) {
      Runnable task;
      synchronized (this) {
        task = tasksHang ? null : tasks.poll();
      }
      if (task == null) {
        return;
      }
      task.run();
    }
  }

  synchronized int timers() {
    return timers.size();
  }

  @Override
  public void close() {}
}

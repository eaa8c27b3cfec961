package dev.prlease.testkit;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

/**
 * Virtual time: nothing happens until a test lets time pass, and then everything happens in one
 * order, the same each run.
 *
 * <p>{@link #advance} moves the {@link ManualClock} from one due timer to the next, runs each at
 * its very instant (those of one instant in the order in which they were planned), and runs the
 * tasks that were handed over before it goes on. All of it runs on the thread that calls {@link
 * #advance}, unless the test gave an executor for tasks. What a timer or task throws is thrown by
 * {@link #advance} once it is done, so that no failure passes unseen.
 *
 * <p>{@link #pause} on a thread that runs a timer or task here, or of a scheduler made with {@link
 * Pauses#PASS_TIME}, lets that time pass by itself; on any other it waits until another thread has
 * let enough time pass.
 *
 * <p>Time is that of the clock's ticks: setting the wall clock triggers nothing, as in real life.
 * Safe for use by several threads at once, of which one at a time lets time pass.
 */
public final class ManualScheduler implements Scheduler {
  /** What becomes of a thread that pauses and is not running a timer or task. */
  public enum Pauses {
    /** It waits until another thread has let the time pass. */
    WAIT,
    /** It lets the time pass itself: for tests of one thread. */
    PASS_TIME
  }

  private final ManualClock clock;
  private final Pauses pauses;
  private final Optional<Executor> executor;

  private final Object lock = new Object();
  private final PriorityQueue<ManualTimer> timers = new PriorityQueue<>(ManualTimer.ORDER);
  private final Deque<ManualTask> tasks = new ArrayDeque<>();
  private final Set<ManualTask> running = new LinkedHashSet<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final ThreadLocal<Boolean> driving = ThreadLocal.withInitial(() -> Boolean.FALSE);
  private long planned;
  private boolean closed;

  /** Runs tasks on the thread that lets time pass; {@link #pause} waits. */
  public ManualScheduler(ManualClock clock) {
    this(clock, Pauses.WAIT);
  }

  /** Runs tasks on the thread that lets time pass. */
  public ManualScheduler(ManualClock clock, Pauses pauses) {
    this(clock, pauses, Optional.empty());
  }

  /** Hands tasks to {@code executor} at once; timers run on the thread that lets time pass. */
  public ManualScheduler(ManualClock clock, Pauses pauses, Executor executor) {
    this(clock, pauses, Optional.of(executor));
  }

  private ManualScheduler(ManualClock clock, Pauses pauses, Optional<Executor> executor) {
    this.clock = clock;
    this.pauses = pauses;
    this.executor = executor;
  }

  /** The clock that this scheduler moves. */
  public ManualClock clock() {
    return clock;
  }

  /** Lets {@code by} pass, running what falls due on the way. */
  public void advance(Duration by) {
    long goal = clock.ticks() + by.toNanos();
    drive(goal);
    surface();
  }

  /** Runs the tasks handed over and the timers due by now; no time passes. */
  public void runDue() {
    advance(Duration.ZERO);
  }

  /** How many timers are planned and not cancelled. */
  public int plannedTimers() {
    synchronized (lock) {
      return timers.size();
    }
  }

  /** How many tasks were handed over and have not started. */
  public int waitingTasks() {
    synchronized (lock) {
      return tasks.size();
    }
  }

  /** Whether somebody closed it. */
  public boolean isClosed() {
    synchronized (lock) {
      return closed;
    }
  }

  @Override
  public Handle after(Duration delay, Runnable timer) {
    return plan(delay, Optional.empty(), timer);
  }

  @Override
  public Handle every(Duration period, Runnable timer) {
    if (period.isNegative() || period.isZero()) {
      throw new IllegalArgumentException("period must be more than zero, not " + period);
    }
    return plan(period, Optional.of(period), timer);
  }

  private Handle plan(Duration delay, Optional<Duration> period, Runnable work) {
    synchronized (lock) {
      checkOpen();
      long due = clock.ticks() + Math.max(0, delay.toNanos());
      ManualTimer timer = new ManualTimer(due, planned++, period, work);
      timers.add(timer);
      return () -> {
        synchronized (lock) {
          timer.cancelled = true;
          timers.remove(timer);
        }
      };
    }
  }

  @Override
  public Handle execute(Runnable work) {
    ManualTask task = new ManualTask(work);
    synchronized (lock) {
      checkOpen();
      if (executor.isEmpty()) {
        tasks.add(task);
      }
    }
    executor.ifPresent(each -> each.execute(() -> run(task)));
    return () -> {
      synchronized (lock) {
        tasks.remove(task);
      }
      task.cancel();
    };
  }

  @Override
  public void pause(Duration duration) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (driving.get() || pauses == Pauses.PASS_TIME) {
      drive(clock.ticks() + Math.max(0, duration.toNanos()));
      return;
    }
    CountDownLatch over = new CountDownLatch(1);
    Handle wake = after(duration, over::countDown);
    try {
      over.await();
    } finally {
      wake.cancel();
    }
  }

  /** Forgets what is planned and interrupts the tasks that run. */
  @Override
  public void close() {
    List<ManualTask> started;
    synchronized (lock) {
      closed = true;
      timers.clear();
      tasks.clear();
      started = List.copyOf(running);
    }
    started.forEach(ManualTask::cancel);
  }

  private void drive(long goal) {
    boolean nested = driving.get();
    driving.set(Boolean.TRUE);
    try {
      while (true) {
        runTasks();
        Optional<ManualTimer> next = nextUpTo(goal);
        if (next.isEmpty()) {
          break;
        }
        moveTo(next.get().due);
        run(next.get());
      }
      moveTo(goal);
    } finally {
      driving.set(nested);
    }
  }

  private void moveTo(long ticks) {
    long ahead = ticks - clock.ticks();
    if (ahead > 0) {
      clock.advance(Duration.ofNanos(ahead));
    }
  }

  private Optional<ManualTimer> nextUpTo(long goal) {
    synchronized (lock) {
      ManualTimer first = timers.peek();
      if (first == null || first.due - goal > 0) {
        return Optional.empty();
      }
      timers.remove(first);
      return Optional.of(first);
    }
  }

  private void run(ManualTimer timer) {
    guarded(timer.work);
    synchronized (lock) {
      if (timer.period.isPresent() && !timer.cancelled && !closed) {
        timer.due += timer.period.get().toNanos();
        timer.order = planned++;
        timers.add(timer);
      }
    }
  }

  private void runTasks() {
    while (true) {
      ManualTask task;
      synchronized (lock) {
        task = tasks.poll();
      }
      if (task == null) {
        return;
      }
      run(task);
    }
  }

  private void run(ManualTask task) {
    if (!task.start()) {
      return;
    }
    synchronized (lock) {
      running.add(task);
    }
    try {
      guarded(task.work);
    } finally {
      synchronized (lock) {
        running.remove(task);
      }
      task.end();
    }
  }

  @SuppressWarnings("CatchingUnchecked") // whatever the work throws surfaces in the test
  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (Throwable failure) {
      synchronized (lock) {
        failures.add(failure);
      }
    }
  }

  private void surface() {
    List<Throwable> found;
    synchronized (lock) {
      found = List.copyOf(failures);
      failures.clear();
    }
    if (!found.isEmpty()) {
      AssertionError error =
          new AssertionError("a timer or task failed: " + found.get(0), found.get(0));
      found.subList(1, found.size()).forEach(error::addSuppressed);
      throw error;
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("scheduler is closed");
    }
  }
}

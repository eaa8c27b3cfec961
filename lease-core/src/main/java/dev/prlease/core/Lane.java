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
 * <p>A task that takes longer than the lane's patience is <em>late</em>, and another may run in its
 * stead: so what hangs holds up nothing but itself, as long as no more tasks hang at once than the
 * lane has stand-ins. One that takes longer than the timeout is logged and interrupted as well.
 *
 * <p>Whoever closes the lane's manager waits until the lane {@linkplain #isIdle is idle}, so that
 * nothing that was submitted is lost with the scheduler. A thread that has decided something and is
 * about to submit what follows from it {@linkplain #hold holds} the lane over both, so that there
 * is no moment in which the decision stands, nothing is submitted, and the lane looks idle. A task
 * that closes the manager does not wait for itself: what it leaves to do is done {@linkplain
 * #whenIdle afterwards}.
 */
final class Lane {
  /**
   * How many tasks may run, and for how long.
   *
   * @param width so many at once
   * @param standIns so many more while others are late
   * @param patience after that a task is late
   * @param timeout after that it is interrupted; no less than {@code patience}
   */
  record Bounds(int width, int standIns, Duration patience, Duration timeout) {
    /** As many threads of the pool as the lane may take. */
    int threads() {
      return width + standIns;
    }
  }

  private final String what;
  private final Scheduler scheduler;
  private final Bounds bounds;

  // All guarded by this.
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final List<Run> runs = new ArrayList<>(2);
  private final List<Runnable> afterwards = new ArrayList<>(0);
  private int inPlace; // threads that run tasks, or are about to, but for those stood in for
  private int stoodInFor;
  private int held;

  /**
   * @param what the tasks do, for the log
   */
  Lane(String what, Scheduler scheduler, Bounds bounds) {
    this.what = what;
    this.scheduler = scheduler;
    this.bounds = bounds;
  }

  /** What the tasks do, for the log. */
  String what() {
    return what;
  }

  /** Runs {@code task} soon; what it throws is logged. */
  void submit(Runnable task) {
    synchronized (this) {
      waiting.add(task);
      if (inPlace >= bounds.width()) {
        return;
      }
      inPlace++;
    }
    start();
  }

  private void start() {
    try {
      scheduler.execute(this::runAll);
    } catch (RuntimeException closed) {
      synchronized (this) {
        inPlace--;
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
    return waiting.isEmpty() && held == 0 && inPlace + stoodInFor == ownRuns();
  }

  /** Whether this thread runs one of the lane's tasks. */
  synchronized boolean runsHere() {
    return ownRuns() > 0;
  }

  private int ownRuns() {
    int own = 0;
    for (Run run : runs) {
      own += run.thread == Thread.currentThread() ? 1 : 0;
    }
    return own;
  }

  /** Runs {@code last} when what runs and waits now is done; for a task of the lane. */
  synchronized void whenIdle(Runnable last) {
    afterwards.add(last);
  }

  /** The task that {@code thread} runs here, if any, is late. */
  void isLate(Thread thread) {
    List<Run> late;
    synchronized (this) {
      late = runs.stream().filter(run -> run.thread == thread).toList();
    }
    late.forEach(this::isLate);
  }

  private void isLate(Run run) {
    boolean mayStart;
    synchronized (this) {
      run.late = true;
      mayStart = standInForLateOnes();
    }
    if (mayStart) {
      start();
    }
  }

  /** Returns whether a thread is to be started, which counts already. */
  private boolean standInForLateOnes() {
    for (Run run : runs) {
      if (run.late && !run.hasStandIn && stoodInFor < bounds.standIns()) {
        run.hasStandIn = true;
        stoodInFor++;
        inPlace--;
      }
    }
    if (waiting.isEmpty() || inPlace >= bounds.width()) {
      return false;
    }
    inPlace++;
    return true;
  }

  private void runAll() {
    while (true) {
      Run run;
      List<Runnable> last = List.of();
      synchronized (this) {
        // Somebody else is in the place of a thread that was late: then it may have to go.
        Runnable task = inPlace > bounds.width() ? null : waiting.poll();
        if (task == null) {
          inPlace--;
          if (inPlace + stoodInFor == 0) {
            last = List.copyOf(afterwards);
            afterwards.clear();
          }
          run = null;
        } else {
          run = new Run(task);
          runs.add(run);
        }
      }
      if (run == null) {
        last.forEach(Runnable::run);
        return;
      }
      try {
        run.runWatched();
      } catch (RuntimeException | Error failed) {
        Log.CORE.error("failed to {}", what, failed);
      } finally {
        isOver(run);
      }
    }
  }

  private void isOver(Run run) {
    boolean mayStart = false;
    synchronized (this) {
      runs.remove(run);
      if (run.hasStandIn) {
        stoodInFor--;
        inPlace++;
        mayStart = standInForLateOnes();
      }
    }
    if (mayStart) {
      start();
    }
  }

  /** One task on its way. Interrupts that task and nothing that its thread does later. */
  private final class Run {
    private final Runnable task;
    private final Thread thread = Thread.currentThread();
    private boolean late; // guarded by the lane
    private boolean hasStandIn; // guarded by the lane

    // All guarded by this.
    private Scheduler.Handle timer = () -> {};
    private boolean finished;
    private boolean interrupted;

    Run(Runnable task) {
      this.task = task;
    }

    void runWatched() {
      watch(bounds.patience(), this::runOutOfPatience);
      try {
        task.run();
      } finally {
        finish();
      }
    }

    /** A scheduler that refuses it watches over nothing; the task is done all the same. */
    private synchronized void watch(Duration time, Runnable then) {
      try {
        timer = scheduler.after(time, then);
      } catch (RuntimeException closed) {
        timer = () -> {};
      }
    }

    private void runOutOfPatience() {
      synchronized (this) {
        if (finished) {
          return;
        }
        watch(bounds.timeout().minus(bounds.patience()), this::interrupt);
      }
      isLate(this);
    }

    private synchronized void interrupt() {
      if (!finished) {
        interrupted = true;
        thread.interrupt();
        Log.CORE.warn("to {} takes longer than {}: interrupted", what, bounds.timeout());
      }
    }

    private synchronized void finish() {
      finished = true;
      timer.cancel();
      if (interrupted) {
        Thread.interrupted();
      }
    }
  }
}

package dev.prlease.core;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Runs tasks on the scheduler's pool, only so many at once: calls that hang in a store must leave
 * threads for listeners, and slow listeners must leave some for renewals (rule P11).
 *
 * <p>A task that takes longer than the lane's patience is <em>late</em>, and another may run in its
 * stead: so what hangs holds up nothing but itself, as long as no more tasks hang at once than the
 * lane has stand-ins. One that takes longer than the timeout is logged and interrupted as well.
 *
 * <p>No task is lost: a scheduler that has no thread just now (a full pool, a process that may make
 * no more of them) is asked again, by a timer; one that takes no timer either is asked when the
 * next task comes, and whenever somebody {@linkplain #wakeUp wakes the lane up}.
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

  private static final Duration FIRST_RETRY = Duration.ofMillis(10);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(1);

  private final String what;
  private final Scheduler scheduler;
  private final Bounds bounds;
  private final Executor log;

  // All guarded by this.
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final List<Run> runs = new ArrayList<>(2);
  private final List<Runnable> afterwards = new ArrayList<>(0);
  private int inPlace; // threads that run tasks, or are about to, but for those stood in for
  private int stoodInFor;
  private int held;
  private int refusals;
  private boolean retryIsPlanned;
  private boolean cutOff; // the scheduler refused thread and timer: it may be closed for good

  /** A lane whose timers log on a thread of the pool, or here if the pool has none. */
  Lane(String what, Scheduler scheduler, Bounds bounds) {
    this.what = what;
    this.scheduler = scheduler;
    this.bounds = bounds;
    this.log = this::executeOrSubmit;
  }

  private void executeOrSubmit(Runnable task) {
    try {
      scheduler.execute(task);
    } catch (Throwable refused) {
      submit(task);
    }
  }

  /**
   * @param what the tasks do, for the log
   * @param log where timers log, which must not wait for whoever reads it
   */
  Lane(String what, Scheduler scheduler, Bounds bounds, Executor log) {
    this.what = what;
    this.scheduler = scheduler;
    this.bounds = bounds;
    this.log = log;
  }

  /** What the tasks do, for the log. */
  String what() {
    return what;
  }

  /** Runs {@code task} soon; what it throws is logged. Throws nothing. */
  void submit(Runnable task) {
    synchronized (this) {
      waiting.add(task);
    }
    wakeUp();
  }

  /** The same, unless {@code most} tasks wait already: then false, and it is not run. */
  boolean offer(Runnable task, int most) {
    synchronized (this) {
      if (waiting.size() >= most) {
        return false;
      }
      waiting.add(task);
    }
    wakeUp();
    return true;
  }

  /**
   * Has a thread of the pool work, which counts already. A scheduler that has none just now is
   * asked again: what waits would wait for ever otherwise, since whoever submitted it counts on it.
   */
  private void start() {
    try {
      scheduler.execute(this::runAll);
      synchronized (this) {
        refusals = 0;
        cutOff = false;
      }
    } catch (Throwable refused) {
      synchronized (this) {
        inPlace--;
      }
      tryAgainSoon(refused);
    }
  }

  private void tryAgainSoon(Throwable refused) {
    int before;
    synchronized (this) {
      if (retryIsPlanned) {
        return;
      }
      retryIsPlanned = true;
      before = refusals++;
    }
    boolean isPlanned = false;
    try {
      scheduler.after(Jitter.ceiling(before, FIRST_RETRY, LONGEST_RETRY), this::tryAgain);
      isPlanned = true;
    } catch (Throwable closed) {
      // Told of below.
    }
    synchronized (this) {
      cutOff |= !isPlanned;
      retryIsPlanned &= isPlanned;
    }
    if (before == 0) {
      Executor logger = isPlanned ? log : Runnable::run;
      logger.execute(
          () -> Log.CORE.warn("cannot {} just now: the scheduler refuses work", what, refused));
    }
  }

  private void tryAgain() {
    synchronized (this) {
      retryIsPlanned = false;
    }
    wakeUp();
  }

  /** Starts a thread if tasks wait for one, as they do if the scheduler refused it. */
  void wakeUp() {
    synchronized (this) {
      if (waiting.isEmpty() || inPlace >= bounds.width()) {
        return;
      }
      inPlace++;
    }
    start();
  }

  /** Keeps the lane from looking idle until {@link #letGo} is called as often as this. */
  synchronized void hold() {
    held++;
  }

  synchronized void letGo() {
    held--;
  }

  /**
   * Whether nothing runs, waits or is about to be submitted, but what this thread runs itself.
   * Where the scheduler takes nothing any more, what waits is as good as lost.
   */
  synchronized boolean isIdle() {
    return (waiting.isEmpty() || cutOff) && held == 0 && inPlace + stoodInFor == ownRuns();
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
    boolean left = false;
    try {
      while (runNext()) {
        // Until nothing waits, or somebody else is in this place.
      }
      left = true;
    } finally {
      if (!left) {
        synchronized (this) {
          inPlace--; // whatever it was that no log could be told of
        }
        wakeUp();
      }
    }
  }

  /** Returns false if there was nothing to run, and the place was left. */
  private boolean runNext() {
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
      last.forEach(this::runGuarded);
      return false;
    }
    try {
      runGuarded(run::runWatched);
    } finally {
      isOver(run);
    }
    return true;
  }

  /** Tasks call code of others, which may throw anything, in some languages unannounced. */
  private void runGuarded(Runnable task) {
    try {
      task.run();
    } catch (Throwable failed) {
      Log.CORE.error("failed to {}", what, failed);
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
      } catch (Throwable refused) {
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
        thread.interrupt();
        log.execute(
            () -> Log.CORE.warn("to {} takes longer than {}: interrupted", what, bounds.timeout()));
      }
    }

    /** Whatever interrupted the task, or left the flag, is no business of the next one. */
    private synchronized void finish() {
      finished = true;
      Thread.interrupted();
      timer.cancel();
    }
  }
}

package dev.prlease.core;

import dev.prlease.spi.Scheduler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Notices that the wall clock jumped or that the machine slept, and has everybody see what the time
 * is now: their timers count ticks, and would fire long after (rule P12, lesson L20).
 *
 * <p>It looks once a second, by one timer, while there is anybody to tell. The same beat has
 * everybody ask again for what the scheduler refused.
 */
final class StepWatch {
  /** Whoever has a deadline. */
  interface Watcher {
    /** Sees what the time is. Quick, for a timer. */
    void check();

    /** A second has passed: makes good for timers that the scheduler refused. As quick. */
    void beat();
  }

  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration STEP = Duration.ofMillis(200);

  private final Core core;
  private final Leaks leaks;
  private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();

  // Both guarded by this.
  private Scheduler.@Nullable Handle ticker;
  private Moment last;

  StepWatch(Core core, Leaks leaks) {
    this.core = core;
    this.leaks = leaks;
    this.last = core.now();
  }

  /**
   * Tells {@code watcher} of steps from now on; if that is impossible, it is as if never called.
   */
  void add(Watcher watcher) {
    watchers.add(watcher);
    try {
      startTicking();
    } catch (RuntimeException refused) {
      watchers.remove(watcher);
      throw refused;
    }
  }

  void remove(Watcher watcher) {
    if (watchers.remove(watcher) && watchers.isEmpty()) {
      stopTickingIfIdle();
    }
  }

  private synchronized void startTicking() {
    if (ticker == null) {
      last = core.now();
      ticker = core.scheduler().every(TICK, this::tick);
    }
  }

  private synchronized void stopTickingIfIdle() {
    if (watchers.isEmpty() && ticker != null) {
      ticker.cancel();
      ticker = null;
    }
  }

  private void tick() {
    Moment now = core.now();
    boolean stepped;
    synchronized (this) {
      Duration wall = Duration.between(last.wall(), now.wall());
      stepped = wall.minus(now.since(last)).abs().compareTo(STEP) > 0;
      last = now;
    }
    for (Watcher watcher : watchers) {
      tell(watcher, stepped);
    }
    core.lanes().forEach(Lane::wakeUp);
    leaks.sweep(core.listenerLane()::submit);
  }

  private void tell(Watcher watcher, boolean stepped) {
    try {
      if (stepped) {
        watcher.check();
      }
      watcher.beat();
    } catch (Throwable failed) {
      core.aside(() -> Log.CORE.error("could not see what the time is", failed));
    }
  }
}

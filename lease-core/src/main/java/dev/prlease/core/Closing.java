package dev.prlease.core;

import java.time.Duration;

/**
 * The end of a manager: work stops, leases are released, and only then what both need is closed
 * (lesson L52).
 *
 * <p>Keepers and gates end first, and whoever listens to them is told and heard out, so that nobody
 * acts any more when the leases are given back. What is told and recorded at the side meanwhile is
 * waited for before the scheduler ends: no end goes untold, and no loss unrecorded (rule P11,
 * lesson L33). That wait is bounded as a whole, since a store or a listener may hang. Whatever one
 * step throws is logged, and the next one is taken.
 */
final class Closing {
  /** Whose the scheduler is. */
  enum SchedulerIs {
    /** The manager's own: closed with it. */
    OWN,
    /** The host's to close. */
    THE_HOSTS
  }

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final Duration FIRST_PAUSE = Duration.ofNanos(50_000);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(50);

  private final Core core;
  private final Holdings holdings;
  private final LooseEnds looseEnds;
  private final Debts debts;
  private final Ending ending;
  private final Leaks leaks;
  private final Keepers keepers;
  private final SchedulerIs scheduler;

  Closing(
      Core core,
      Holdings holdings,
      LooseEnds looseEnds,
      Debts debts,
      Ending ending,
      Leaks leaks,
      Keepers keepers,
      SchedulerIs scheduler) {
    this.core = core;
    this.holdings = holdings;
    this.looseEnds = looseEnds;
    this.debts = debts;
    this.ending = ending;
    this.leaks = leaks;
    this.keepers = keepers;
    this.scheduler = scheduler;
  }

  void close() {
    Moment start = core.now();
    var open = holdings.close();
    step("tell of handles that were never closed", leaks::sweep);
    step("stop keepers", keepers::close);
    for (GrantState grant : open) {
      step("end " + grant.identity().key(), () -> ending.stop(grant));
    }
    step("tell listeners", () -> drain(core.listenerLane(), start));
    for (GrantState grant : open) {
      leaks.forget(grant);
      step("release " + grant.identity().key(), () -> ending.release(grant));
    }
    step("give back what was lost", debts::close);
    step("settle acquisitions of unknown outcome", looseEnds::close);
    step("wait for the store", () -> drain(core.storeLane(), start));
    step("wait for listeners and audit", () -> drain(core.listenerLane(), start));
    if (scheduler == SchedulerIs.OWN) {
      step("end the scheduler", this::closeScheduler);
    }
  }

  private static void step(String what, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException failed) {
      Log.CORE.warn("closing a lease manager: could not {}", what, failed);
    }
  }

  /** By pauses that grow: mostly there is nothing to wait for, else a listener is at work. */
  private void drain(Lane lane, Moment start) {
    for (int looks = 0; !lane.isIdle(); looks++) {
      Duration left = LONGEST_WAIT.minus(core.now().since(start));
      if (!Durations.isPositive(left)) {
        Log.CORE.warn(
            "closing a lease manager: gave up after {} what it still had to {}",
            LONGEST_WAIT,
            lane.what());
        return;
      }
      core.pauses().pause(Durations.min(left, Jitter.ceiling(looks, FIRST_PAUSE, LONGEST_PAUSE)));
    }
  }

  /** What a task that closes its manager still has to tell afterwards is told first. */
  private void closeScheduler() {
    for (Lane lane : new Lane[] {core.storeLane(), core.listenerLane()}) {
      if (lane.runsHere()) {
        lane.whenIdle(core.scheduler()::close);
        return;
      }
    }
    core.scheduler().close();
  }
}

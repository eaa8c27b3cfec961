package dev.prlease.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The end of a manager: work stops, leases are released, and only then what both need is closed
 * (lesson L52).
 *
 * <p>Keepers and gates end first, and whoever listens to them is told and heard out; then actions
 * behind gates are waited for, so that nobody acts any more when the leases are given back. What is
 * told and recorded at the side meanwhile is waited for before the scheduler ends: no end goes
 * untold, and no loss unrecorded (rule P11, lesson L33). Whatever one step throws is logged, and
 * the next one is taken.
 *
 * <p>Each wait has a bound of its own, since a store, a listener or an action may hang: what one
 * step used up must not keep the next from being done. Leases that nobody writes for are given back
 * first, so that a call that hangs costs its own lease only.
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

  private final Core core;
  private final Holdings holdings;
  private final LooseEnds looseEnds;
  private final Debts debts;
  private final Ending ending;
  private final Leaks leaks;
  private final Keepers keepers;
  private final OpenGates gates;
  private final SchedulerIs scheduler;

  Closing(
      Core core,
      Holdings holdings,
      LooseEnds looseEnds,
      Debts debts,
      Ending ending,
      Leaks leaks,
      Keepers keepers,
      OpenGates gates,
      SchedulerIs scheduler) {
    this.core = core;
    this.holdings = holdings;
    this.looseEnds = looseEnds;
    this.debts = debts;
    this.ending = ending;
    this.leaks = leaks;
    this.keepers = keepers;
    this.gates = gates;
    this.scheduler = scheduler;
  }

  void close() {
    holdings.beginToClose();
    step("wait for acquisitions", this::awaitAcquisitions);
    List<GrantState> open = holdings.close();
    step("tell of handles that were never closed", leaks::sweep);
    step("stop keepers", keepers::close);
    for (GrantState grant : open) {
      step("end " + grant.identity().key(), () -> ending.stop(grant));
    }
    step("tell listeners", () -> drain(core.listenerLane(), core.now()));
    open.forEach(leaks::forget);
    List<GrantState> over = new ArrayList<>(open);
    over.addAll(debts.left());
    step("wait for actions", () -> gates.awaitEnd(over));
    giveBack(open, Debts.Cause.RELEASED);
    giveBack(debts.left(), Debts.Cause.LOST);
    step("settle acquisitions of unknown outcome", looseEnds::close);
    Moment last = core.now();
    step("wait for the store", () -> drain(core.storeLane(), last));
    step("wait for the store's slow keys", () -> drain(core.singlesLane(), last));
    step("wait for listeners", () -> drain(core.listenerLane(), last));
    step("wait for the audit", this::drainAudit);
    if (scheduler == SchedulerIs.OWN) {
      step("end the scheduler", this::closeScheduler);
    }
  }

  /**
   * One that comes later is undone; but it may have replaced a grant that is given back by then.
   */
  private void awaitAcquisitions() {
    core.pauses().until(() -> !holdings.isAcquiredElsewhere(), LONGEST_WAIT);
  }

  private static void step(String what, Runnable work) {
    try {
      work.run();
    } catch (Throwable failed) {
      Log.CORE.warn("closing a lease manager: could not {}", what, failed);
    }
  }

  /** One try for each; what cannot be given back ends with its TTL. */
  private void giveBack(List<GrantState> grants, Debts.Cause cause) {
    List<GrantState> beingWritten = new ArrayList<>(0);
    for (GrantState grant : grants) {
      if (!isGivenBack(grant, cause)) {
        beingWritten.add(grant);
      }
    }
    Moment start = core.now();
    for (GrantState grant : beingWritten) {
      if (!core.pauses().until(() -> isGivenBack(grant, cause), left(start))) {
        debts.giveUp(grant);
        Log.CORE.warn(
            "closing a lease manager: {} of session {} was not given back, since a call of the store"
                + " for it hangs: it ends with its TTL",
            grant.identity().key(),
            grant.identity().session());
      }
    }
  }

  /** False if somebody writes for the grant just now. */
  private boolean isGivenBack(GrantState grant, Debts.Cause cause) {
    try {
      return debts.trySettle(grant, cause);
    } catch (RuntimeException failed) {
      debts.giveUp(grant);
      Log.CORE.warn(
          "closing a lease manager: could not give {} of session {} back: it ends with its TTL",
          grant.identity().key(),
          grant.identity().session(),
          failed);
      return true;
    }
  }

  private Duration left(Moment start) {
    return LONGEST_WAIT.minus(core.now().since(start));
  }

  private void drain(Lane lane, Moment start) {
    if (!core.pauses().until(lane::isIdle, left(start))) {
      Log.CORE.warn(
          "closing a lease manager: gave up after {} what it still had to {}",
          LONGEST_WAIT,
          lane.what());
    }
  }

  /** A sink that is slow but goes on is waited for: no line is lost that it would have taken. */
  private void drainAudit() {
    int before;
    int left = core.audit().waiting();
    do {
      before = left;
      if (core.pauses().until(core.asideLane()::isIdle, LONGEST_WAIT)) {
        core.audit().tellAll(); // what a scheduler that takes no work left there
        return;
      }
      left = core.audit().waiting();
    } while (left < before);
    Log.CORE.warn(
        "closing a lease manager: an audit sink hangs for {}, and {} events wait behind it",
        LONGEST_WAIT,
        left);
  }

  /** What a task that closes its manager still has to tell afterwards is told first. */
  private void closeScheduler() {
    for (Lane lane : core.lanes()) {
      if (lane.runsHere()) {
        lane.whenIdle(core.scheduler()::close);
        return;
      }
    }
    core.scheduler().close();
  }
}

package dev.prlease.testkit.explore;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.Collectable;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A player at play: a process with a manager, a clock and handles of its own. Its thread runs only
 * with the baton, so its fields need no lock.
 */
final class Actor {
  /** What the next exchange suffers. */
  enum Fault {
    NONE,
    LOSE_REQUEST,
    LOSE_ANSWER,
    LAND_LATE
  }

  /** Where it stands. */
  enum State {
    RUNNING,
    STOPPED,
    DONE
  }

  final Scenario.Player player;
  final ManualClock clock;
  final ManualScheduler later;
  final LeaseManager manager;
  final Baton baton = new Baton();

  State state = State.RUNNING;
  boolean crashed;
  Optional<Duration> sleeping = Optional.empty();
  Optional<Act> current = Optional.empty();
  final List<PrLease> handles = new ArrayList<>();
  final Set<Fence> excused = new HashSet<>();
  final Set<GrantId> grants = new HashSet<>();
  boolean ownedThroughout;
  boolean otherHeld;
  boolean suffered;
  Optional<LeaseSlot> loaded = Optional.empty();

  private final Run run;
  private final LeaseStore store;
  private Fault fault = Fault.NONE;
  private Optional<Thread> thread = Optional.empty();

  Actor(Run run, Scenario.Player player, LeaseStore store) {
    this.run = run;
    this.player = player;
    this.clock = new ManualClock();
    clock.stepWall(player.skew());
    clock.setUncertainty(run.scenario.uncertainty());
    this.store = store;
    this.later = new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
    this.manager =
        LeaseManager.on(new SchedulingStore(this, store))
            .clock(clock)
            .scheduler(new PlayerScheduler(this, later))
            .random(new Random(7))
            .build();
  }

  SessionId session() {
    return player.session();
  }

  Optional<PrLease> handle() {
    return handles.isEmpty() ? Optional.empty() : Optional.of(handles.get(handles.size() - 1));
  }

  /** Plays from beginning to end, on a thread of its own. */
  void play() {
    thread = Optional.of(Thread.currentThread());
    baton.await();
    try {
      for (Act act : player.acts()) {
        new Performance(run, this).perform(act);
        current = Optional.empty();
      }
    } catch (Crashed ended) {
      current = Optional.empty();
    } catch (Violation violation) {
      run.violated(violation);
    } catch (RuntimeException | AssertionError unexpected) {
      run.violated(
          new Violation(session() + " failed with " + unexpected, Optional.of(unexpected)));
    }
    thread = Optional.empty();
    state = State.DONE;
    run.finished(this);
  }

  void suffer(Fault next) {
    fault = next;
  }

  Fault takeFault() {
    Fault taken = fault;
    fault = Fault.NONE;
    suffered |= taken != Fault.NONE;
    return taken;
  }

  /**
   * Collects as a process of its own would, in one step: whatever was released a TTL ago by the
   * player's clock, less what that may be off. A TTL is what the argument for the port needs.
   */
  String collect() {
    if (!(store instanceof Collectable collectable)) {
      return "not offered";
    }
    stopBefore("collect");
    Instant before =
        clock.now().minus(run.scenario.ttl().duration()).minus(run.scenario.uncertainty());
    Collected collected =
        collectable.collect(
            new CollectRequest(
                before, Instant.EPOCH, CollectRequest.Mode.REMOVE, Optional.empty(), () -> true));
    run.slot = store.load(run.key);
    trace("collects " + collected.removed().size());
    stopAfter("collect");
    return "collected";
  }

  void landLate(Runnable write) {
    trace("exchange, which is on its way");
    Optional<Act> sender = current;
    run.landLater(() -> landAs(sender, write));
  }

  /** Whatever the actor does by then: an adoption that lands late is no theft. */
  private void landAs(Optional<Act> sender, Runnable write) {
    Optional<Act> meanwhile = current;
    current = sender;
    try {
      write.run();
    } finally {
      current = meanwhile;
    }
  }

  Duration lateWriteBound() {
    return run.lateWriteBound();
  }

  void trace(String what) {
    run.trace.add(who(), current.map(Act::text).orElse(""), what);
  }

  /** The session, and which of its processes if it has several. */
  private String who() {
    boolean alone =
        run.actors.stream().filter(each -> each.session().equals(session())).count() == 1;
    return session().value() + (alone ? "" : "/" + run.actors.indexOf(this));
  }

  void exchanged(LeaseSlot before, Exchange answer) {
    try {
      run.invariants.exchanged(this, before, answer);
    } catch (Violation found) {
      // Thrown on, it would pass for a failure of the store.
      run.violated(found);
    }
  }

  void stopBefore(String call) {
    stop(Optional.empty());
  }

  void stopAfter(String call) {
    if (run.stops == Stops.AROUND_CALLS) {
      stop(Optional.empty());
    }
  }

  /** Whether this was the player's own thread, at play. */
  boolean pauseAtAStop(Duration duration) {
    if (!isAtPlay()) {
      return false;
    }
    stop(Optional.of(duration));
    return true;
  }

  private void stop(Optional<Duration> pause) {
    if (!isAtPlay()) {
      return;
    }
    if (crashed) {
      throw new Crashed();
    }
    sleeping = pause;
    state = State.STOPPED;
    run.stopped(this);
    baton.await();
    state = State.RUNNING;
    sleeping = Optional.empty();
    if (crashed) {
      throw new Crashed();
    }
  }

  private boolean isAtPlay() {
    return thread.filter(each -> each == Thread.currentThread()).isPresent();
  }
}

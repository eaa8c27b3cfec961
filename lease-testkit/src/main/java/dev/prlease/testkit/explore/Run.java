package dev.prlease.testkit.explore;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;

/**
 * One schedule of a scenario, on a key of its own.
 *
 * <p><b>Concurrency.</b> Each player has a thread, and whoever has the baton runs alone. A player
 * that reaches a stop decides by itself who goes next, and hands the baton over; if it is its own
 * turn again no thread is switched at all, which is what makes thousands of schedules a second
 * possible. The main thread starts each player in turn, lets each run to its first stop, and then
 * waits until nobody can go on. All fields here are touched by the holder of the baton only.
 */
final class Run {
  private static final Duration LATE_WRITE_BOUND = Duration.ofSeconds(5);

  private record Late(Runnable write, Instant deadline) {}

  final Scenario scenario;
  final Stops stops;
  final LeaseKey key;
  final Trace trace = new Trace();
  final ManualClock authority = new ManualClock();
  final List<Actor> actors = new ArrayList<>();
  final Invariants invariants = new Invariants(this);
  LeaseSlot slot;

  private final Chooser chooser;
  private final Trace.Story story;
  private final World world;
  private final Baton main = new Baton();
  private final Deque<Happening> toHappen;
  private final Deque<Late> late = new ArrayDeque<>();
  private boolean underWay;
  private Optional<Violation> violation = Optional.empty();

  Run(
      Scenario scenario,
      Stops stops,
      LeaseKey key,
      Chooser chooser,
      Trace.Story story,
      IntFunction<LeaseStore> openings) {
    this.scenario = scenario;
    this.stops = stops;
    this.key = key;
    this.chooser = chooser;
    this.story = story;
    this.toHappen = new ArrayDeque<>(scenario.happenings());
    LeaseStore outside = openings.apply(scenario.players().size());
    this.world = new World(this, outside);
    this.slot = outside.load(key);
    for (Scenario.Player player : scenario.players()) {
      actors.add(new Actor(this, player, openings.apply(actors.size())));
    }
  }

  /** Plays it through; whatever must not happen is told by an error with the whole story. */
  void play(Executor threads) {
    for (Actor actor : actors) {
      threads.execute(actor::play);
      actor.baton.give();
      main.await();
    }
    underWay = true;
    next();
    main.await();
    underWay = false;
    unwind();
    if (violation.isEmpty()) {
      tidyUp();
    }
    violation.ifPresent(this::report);
  }

  /** A player has come to a stop: called on its thread. */
  void stopped(Actor actor) {
    if (underWay) {
      check();
      next();
    } else {
      main.give();
    }
  }

  /** A player is done: the last call of its thread. */
  void finished(Actor actor) {
    stopped(actor);
  }

  void violated(Violation what) {
    if (violation.isEmpty()) {
      violation = Optional.of(what);
    }
  }

  Duration lateWriteBound() {
    return scenario.happenings().stream().anyMatch(Happening.LandLate.class::isInstance)
        ? LATE_WRITE_BOUND
        : Duration.ZERO;
  }

  void landLater(Runnable write) {
    late.add(new Late(write, authority.now().plus(LATE_WRITE_BOUND)));
  }

  /** Lets time pass for everybody; writes under way land before their bound is over. */
  void pass(Duration by) {
    Instant goal = authority.now().plus(by);
    while (!late.isEmpty() && !late.getFirst().deadline().isAfter(goal)) {
      late.removeFirst().write().run();
    }
    authority.advance(by);
    actors.forEach(actor -> actor.clock.advance(by));
  }

  private void check() {
    try {
      invariants.check();
    } catch (Violation found) {
      violated(found);
    }
  }

  /** Lets happen what is chosen, until a player is: then hands it the baton. */
  private void next() {
    while (violation.isEmpty()) {
      List<Actor> ready =
          actors.stream()
              .filter(actor -> actor.state == Actor.State.STOPPED && !actor.crashed)
              .toList();
      int options = ready.size() + (late.isEmpty() ? 0 : 1) + (toHappen.isEmpty() ? 0 : 1);
      if (options == 0) {
        break;
      }
      int choice = chooser.choose(options);
      if (choice < ready.size()) {
        resume(ready.get(choice));
        return;
      }
      happen(choice == ready.size() && !late.isEmpty());
    }
    main.give();
  }

  private void resume(Actor actor) {
    try {
      actor.sleeping.ifPresent(this::pass);
    } catch (Violation found) {
      violated(found);
    }
    actor.baton.give();
  }

  private void happen(boolean lateWrite) {
    try {
      if (lateWrite) {
        late.removeFirst().write().run();
      } else {
        world.let(toHappen.removeFirst());
      }
      invariants.check();
    } catch (Violation found) {
      violated(found);
    }
  }

  /** Ends the threads of those who crashed, or were stopped by a violation. */
  private void unwind() {
    for (Actor actor : actors) {
      if (actor.state == Actor.State.STOPPED) {
        actor.crashed = true;
        actor.baton.give();
        main.await();
      }
    }
  }

  /** Everybody closes what it has; then nothing may be left. */
  private void tidyUp() {
    try {
      for (Actor actor : actors) {
        if (!actor.crashed) {
          actor.later.runDue();
          actor.manager.close();
          actor.later.runDue();
        }
      }
      if (actors.stream().anyMatch(actor -> actor.suffered)) {
        // Long enough for everything to be settled, and too short for leases to lapse by
        // themselves.
        Duration wait = LATE_WRITE_BOUND.plusSeconds(1);
        authority.advance(wait);
        actors.forEach(actor -> actor.later.advance(wait));
      }
      invariants.nothingIsLeftBehind();
    } catch (Violation found) {
      violated(found);
    }
  }

  private void report(Violation what) {
    throw new AssertionError(
        what.getMessage()
            + "\nscenario: "
            + scenario
            + "\nschedule: "
            + chooser.text()
            + " ("
            + stops
            + ")"
            + trace.text(story),
        what.getCause());
  }
}

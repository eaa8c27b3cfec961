package dev.prlease.testkit;

import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.Registration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** Gated actions with one defect each, and one without. */
final class BrokenActions {
  private BrokenActions() {}

  /** What an action is to do. */
  private enum Task {
    SUCCEED,
    FAIL,
    GO_ON
  }

  /** Actions of one kind, and the mark that they leave. */
  static final class Place implements GatedActionFixture {
    private final Function<Place, Action> maker;
    volatile boolean acted;

    Place(Function<Place, Action> maker) {
      this.maker = maker;
    }

    private Action make(Task task) {
      Action action = maker.apply(this);
      action.task = task;
      return action;
    }

    @Override
    public GatedAction<?> succeeding() {
      return make(Task.SUCCEED);
    }

    @Override
    public Optional<GatedAction<?>> failing() {
      return Optional.of(make(Task.FAIL));
    }

    @Override
    public Optional<GatedAction<?>> endless() {
      return Optional.of(make(Task.GO_ON));
    }

    @Override
    public boolean hasActed() {
      return acted;
    }

    @Override
    public Optional<String> secret() {
      return Optional.of("hunter2");
    }
  }

  /** An action without a defect: it says whether it did its task. */
  static class Action implements GatedAction<Boolean> {
    final Place place;
    final CountDownLatch stop = new CountDownLatch(1);
    volatile Task task = Task.SUCCEED;

    Action(Place place) {
      this.place = place;
    }

    @Override
    public String name() {
      return "well-done";
    }

    @Override
    public Boolean run(Gate gate) throws Exception {
      Registration registration = listen(gate);
      try {
        return runListening(gate);
      } finally {
        registration.close();
      }
    }

    Registration listen(Gate gate) {
      return gate.listen(new StopsAtLoss(stop));
    }

    Boolean runListening(Gate gate) throws Exception {
      checkInTime(gate);
      if (Thread.interrupted()) {
        throw new InterruptedException("before it began");
      }
      act();
      if (task == Task.GO_ON) {
        stop.await();
        return false;
      }
      return task == Task.SUCCEED;
    }

    void act() {
      place.acted = true;
    }

    void checkInTime(Gate gate) {
      if (gate.remaining().isZero()) {
        gate.assertOwned();
      }
    }

    @Override
    public Outcome outcome(Boolean done) {
      return new Outcome(done ? Status.SUCCEEDED : Status.FAILED, Map.of());
    }
  }

  private record StopsAtLoss(CountDownLatch stop) implements Gate.Listener {
    @Override
    public void renewed() {}

    @Override
    public void lost() {
      stop.countDown();
    }
  }

  static final class NamedForPeople extends Action {
    NamedForPeople(Place place) {
      super(place);
    }

    @Override
    public String name() {
      return "Well done";
    }
  }

  static final class NumbersItself extends Action {
    NumbersItself(Place place) {
      super(place);
    }

    @Override
    public String name() {
      return place.acted ? "run-2" : "run-1";
    }
  }

  static final class StartsTooLate extends Action {
    StartsTooLate(Place place) {
      super(place);
    }

    @Override
    void checkInTime(Gate gate) {}
  }

  static final class NeverActs extends Action {
    NeverActs(Place place) {
      super(place);
    }

    @Override
    void act() {
      if (task == Task.GO_ON) {
        super.act();
      }
    }
  }

  static final class HeedsNoLoss extends Action {
    HeedsNoLoss(Place place) {
      super(place);
    }

    @Override
    Registration listen(Gate gate) {
      return gate.listen(new StopsAtLoss(new CountDownLatch(1)));
    }
  }

  static final class TakesLossForSuccess extends Action {
    TakesLossForSuccess(Place place) {
      super(place);
    }

    @Override
    public Outcome outcome(Boolean done) {
      return task == Task.GO_ON ? new Outcome(Status.SUCCEEDED, Map.of()) : super.outcome(done);
    }
  }

  /** It listens, but takes a loss that it is told before it acts for no news. */
  static final class ListensTooLate extends Action {
    ListensTooLate(Place place) {
      super(place);
    }

    @Override
    Registration listen(Gate gate) {
      StopsAtLoss heeds = new StopsAtLoss(stop);
      return gate.listen(
          new Gate.Listener() {
            @Override
            public void renewed() {}

            @Override
            public void lost() {
              if (place.acted) {
                heeds.lost();
              }
            }
          });
    }

    @Override
    void checkInTime(Gate gate) {}
  }

  static final class KeepsListening extends Action {
    KeepsListening(Place place) {
      super(place);
    }

    @Override
    public Boolean run(Gate gate) throws Exception {
      Registration unused = listen(gate);
      return runListening(gate);
    }
  }

  static final class CallsFailureSuccess extends Action {
    CallsFailureSuccess(Place place) {
      super(place);
    }

    @Override
    public Outcome outcome(Boolean done) {
      return super.outcome(task != Task.GO_ON);
    }
  }

  static final class CallsSuccessFailure extends Action {
    CallsSuccessFailure(Place place) {
      super(place);
    }

    @Override
    public Outcome outcome(Boolean done) {
      return super.outcome(false);
    }
  }

  static final class TellsSecret extends Action {
    TellsSecret(Place place) {
      super(place);
    }

    @Override
    public Outcome outcome(Boolean done) {
      return new Outcome(
          super.outcome(done).status(), Map.of("command", "login --password hunter2"));
    }
  }

  static final class SwallowsInterrupt extends Action {
    SwallowsInterrupt(Place place) {
      super(place);
    }

    @Override
    public Boolean run(Gate gate) throws Exception {
      try {
        return super.run(gate);
      } catch (InterruptedException stopped) {
        return false;
      }
    }
  }

  static final class IgnoresInterrupt extends Action {
    IgnoresInterrupt(Place place) {
      super(place);
    }

    @Override
    public Boolean run(Gate gate) throws Exception {
      try {
        return super.run(gate);
      } catch (InterruptedException interrupt) {
        if (task == Task.GO_ON) {
          stop.await();
        }
        throw interrupt;
      }
    }
  }
}

package dev.prlease.testkit;

import static dev.prlease.testkit.Defects.assertPasses;
import static dev.prlease.testkit.Defects.caught;

import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.Registration;
import dev.prlease.testkit.Defects.Defect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The contract of gated actions is tested with actions that are wrong in one thing each. */
final class BrokenActionsTest {
  @TestFactory
  Stream<DynamicTest> each_defect_is_caught_by_the_rule_that_it_breaks() {
    return Defects.tests(defects());
  }

  static List<Defect> defects() {
    return List.of(
        caught(NamedForPeople.class, "GA-1", "the action's name"),
        caught(NumbersItself.class, "GA-1", "name after it acted"),
        caught(StartsTooLate.class, "GA-2", "it acted though the lease was over"),
        caught(NeverActs.class, "GA-2", "whether it acted"),
        caught(HeedsNoLoss.class, "GA-3", "the action goes on"),
        caught(TakesLossForSuccess.class, "GA-3", "tells of a failure"),
        caught(ListensTooLate.class, "GA-4", "the action goes on"),
        caught(KeepsListening.class, "GA-5", "listeners left at the gate"),
        caught(CallsFailureSuccess.class, "GA-6", "tells of a failure"),
        caught(CallsSuccessFailure.class, "GA-6", "the outcome of"),
        caught(TellsSecret.class, "GA-7", "details for the audit"),
        caught(SwallowsInterrupt.class, "GA-8", "the interrupt was kept or thrown"),
        caught(IgnoresInterrupt.class, "GA-8", "the action goes on"));
  }

  @Test
  void an_action_without_a_defect_passes() {
    assertPasses(Sound.class);
  }

  /** What an action is to do. */
  private enum Task {
    SUCCEED,
    FAIL,
    GO_ON
  }

  /** Actions of one kind, and the mark that they leave. */
  private static class Place implements GatedActionFixture {
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
  private static class Action implements GatedAction<Boolean> {
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

  /** The contract of broken actions: soon impatient. */
  private abstract static class Contract extends GatedActionContract {
    @Override
    protected final GatedActionFixture newPlace() {
      return new Place(this::action);
    }

    abstract Action action(Place place);

    @Override
    protected Duration patience() {
      return Duration.ofMillis(300);
    }
  }

  static final class NamedForPeople extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
        @Override
        public String name() {
          return "Well done";
        }
      };
    }
  }

  static final class NumbersItself extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
        @Override
        public String name() {
          return place.acted ? "run-2" : "run-1";
        }
      };
    }
  }

  static final class StartsTooLate extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
        @Override
        void checkInTime(Gate gate) {}
      };
    }
  }

  static final class NeverActs extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
        @Override
        void act() {
          if (task == Task.GO_ON) {
            super.act();
          }
        }
      };
    }
  }

  static final class HeedsNoLoss extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
        @Override
        Registration listen(Gate gate) {
          return gate.listen(new StopsAtLoss(new CountDownLatch(1)));
        }
      };
    }
  }

  static final class TakesLossForSuccess extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
        @Override
        public Outcome outcome(Boolean done) {
          return task == Task.GO_ON ? new Outcome(Status.SUCCEEDED, Map.of()) : super.outcome(done);
        }
      };
    }
  }

  /** It listens, but takes a loss that it is told before it acts for no news. */
  static final class ListensTooLate extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
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
      };
    }
  }

  static final class KeepsListening extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
        @Override
        public Boolean run(Gate gate) throws Exception {
          Registration unused = listen(gate);
          return runListening(gate);
        }
      };
    }
  }

  static final class CallsFailureSuccess extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
        @Override
        public Outcome outcome(Boolean done) {
          return super.outcome(task != Task.GO_ON);
        }
      };
    }
  }

  static final class CallsSuccessFailure extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
        @Override
        public Outcome outcome(Boolean done) {
          return super.outcome(false);
        }
      };
    }
  }

  static final class TellsSecret extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
        @Override
        public Outcome outcome(Boolean done) {
          return new Outcome(
              super.outcome(done).status(), Map.of("command", "login --password hunter2"));
        }
      };
    }
  }

  static final class SwallowsInterrupt extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
        @Override
        public Boolean run(Gate gate) throws Exception {
          try {
            return super.run(gate);
          } catch (InterruptedException stopped) {
            return false;
          }
        }
      };
    }
  }

  static final class IgnoresInterrupt extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place) {
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
      };
    }
  }

  /** Nothing is wrong with it, so that what catches the others is what they differ in. */
  static final class Sound extends Contract {
    @Override
    Action action(Place place) {
      return new Action(place);
    }
  }
}

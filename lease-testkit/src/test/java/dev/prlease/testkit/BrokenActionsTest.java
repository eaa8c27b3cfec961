package dev.prlease.testkit;

import dev.prlease.testkit.BrokenActions.Action;
import dev.prlease.testkit.BrokenActions.Place;
import dev.prlease.testkit.Defects.Defect;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of gated actions is tested with actions that are wrong in one thing each. */
final class BrokenActionsTest {
  private static final List<Broken> ALL =
      List.of(
          caught(BrokenActions.NamedForPeople::new, "GA-1", "the action's name"),
          caught(BrokenActions.NumbersItself::new, "GA-1", "name after it acted"),
          caught(BrokenActions.StartsTooLate::new, "GA-2", "it acted though the lease was over"),
          caught(BrokenActions.NeverActs::new, "GA-2", "whether it acted"),
          caught(BrokenActions.HeedsNoLoss::new, "GA-3", "the action goes on"),
          caught(BrokenActions.TakesLossForSuccess::new, "GA-3", "tells of a failure"),
          caught(BrokenActions.ListensTooLate::new, "GA-4", "the action goes on"),
          caught(BrokenActions.KeepsListening::new, "GA-5", "listeners left at the gate"),
          caught(BrokenActions.CallsFailureSuccess::new, "GA-6", "tells of a failure"),
          caught(BrokenActions.CallsSuccessFailure::new, "GA-6", "the outcome of"),
          caught(BrokenActions.TellsSecret::new, "GA-7", "details for the audit"),
          caught(BrokenActions.SwallowsInterrupt::new, "GA-8", "the interrupt was kept or thrown"),
          caught(BrokenActions.IgnoresInterrupt::new, "GA-8", "the action goes on"));

  /** An action that is wrong in one thing. */
  private record Broken(String name, Function<Place, Action> maker, String rule, String message) {}

  private static Broken caught(Function<Place, Action> maker, String rule, String message) {
    String name = new Place(maker).succeeding().getClass().getSimpleName();
    return new Broken(name, maker, rule, message);
  }

  @TestFactory
  Stream<DynamicTest> each_defect_is_caught_by_the_rule_that_it_breaks() {
    return Defects.tests(defects());
  }

  static List<Defect> defects() {
    return ALL.stream()
        .map(each -> new Defect(each.name(), Contract.class, each.rule(), each.message()))
        .toList();
  }

  /** So that what catches the others is what they differ in. */
  @Test
  void an_action_without_a_defect_passes() {
    Defects.assertPasses("Sound", Contract.class);
  }

  /** The contract, applied to the actions of a name; those of any other name are sound. */
  @ExtendWith(Defects.Named.class)
  static final class Contract extends GatedActionContract {
    private final String name;

    Contract(String name) {
      this.name = name;
    }

    @Override
    protected GatedActionFixture newPlace() {
      Function<Place, Action> sound = Action::new;
      return new Place(
          ALL.stream()
              .filter(each -> each.name().equals(name))
              .map(Broken::maker)
              .findAny()
              .orElse(sound));
    }

    /** Broken actions hang. */
    @Override
    protected Duration patience() {
      return Duration.ofMillis(300);
    }
  }
}

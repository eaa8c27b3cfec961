package dev.prlease.testkit;

import dev.prlease.testkit.BrokenAuditSinks.Place;
import dev.prlease.testkit.BrokenAuditSinks.Sink;
import dev.prlease.testkit.Defects.Defect;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of audit sinks is tested with sinks that are wrong in one thing each. */
final class BrokenAuditSinksTest {
  private static final List<Broken> ALL =
      List.of(
          caught(BrokenAuditSinks.SkipsRepeats::new, "AS-1", "entries of an event recorded twice"),
          caught(BrokenAuditSinks.NewestFirst::new, "AS-1", "the sessions of the entries"),
          caught(BrokenAuditSinks.ForgetsFence::new, "AS-2", "beside that of"),
          caught(BrokenAuditSinks.FoldsNames::new, "AS-2", "beside that of"),
          caught(
              BrokenAuditSinks.WritesLineEnds::new,
              "AS-3",
              "one entry an event, whatever its values"),
          caught(BrokenAuditSinks.SeparatesByCommas::new, "AS-3", "entries of look-alikes"),
          caught(
              BrokenAuditSinks.OverwritesOthers::new,
              "AS-4",
              "the sessions of the entries, one event each"),
          caught(BrokenAuditSinks.HoldsBack::new, "AS-5", "entries right after event 1"),
          caught(BrokenAuditSinks.GivesUpWhenInterrupted::new, "AS-6", "interrupted"),
          caught(
              BrokenAuditSinks.SwallowsInterrupt::new, "AS-6", "the interrupt flag after record"),
          caught(BrokenAuditSinks.SwallowsFailure::new, "AS-7", "what a durable sink throws"),
          caught(BrokenAuditSinks.StaysBroken::new, "AS-7", "broken for good"),
          caught(BrokenAuditSinks.FailsSecondClose::new, "AS-8", "closed already"),
          caught(
              BrokenAuditSinks.SilentAfterClose::new,
              "AS-8",
              "entries of an event recorded after close"));

  /** A sink that is wrong in one thing. */
  private record Broken(String name, Function<Place, Sink> opener, String rule, String message) {}

  private static Broken caught(Function<Place, Sink> opener, String rule, String message) {
    String name = new Place(opener).open().getClass().getSimpleName();
    return new Broken(name, opener, rule, message);
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
  void a_sink_without_a_defect_passes() {
    Defects.assertPasses("Sound", Contract.class);
  }

  /** The contract, applied to the sinks of a name; those of any other name are sound. */
  @ExtendWith(Defects.Named.class)
  static final class Contract extends AuditSinkContract {
    private final String name;

    Contract(String name) {
      this.name = name;
    }

    @Override
    protected AuditSinkFixture newPlace() {
      Function<Place, Sink> sound = Sink::new;
      return new Place(
          ALL.stream()
              .filter(each -> each.name().equals(name))
              .map(Broken::opener)
              .findAny()
              .orElse(sound));
    }
  }
}

package dev.prlease.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** The suite of the walls finds each violation under the name of its rule, and nothing else. */
final class ArchitectureContractTest {
  @Test
  void each_violation_fails_the_test_of_its_rule() {
    Map<String, String> failures = failuresOf(Violators.class);
    assertThat(failures.keySet())
        .containsExactly(
            "as many classes are judged as the plan demands",
            "it has no static field that can be set",
            "it makes no threads",
            "it neither ends the program nor hooks into its end",
            "it starts no processes",
            "it takes the time from a clock that it is given",
            "it uses the ports and what the plan names and nothing else",
            "it waits by a scheduler that it is given");
    assertThat(failures.get("it takes the time from a clock that it is given"))
        .contains("ReadsTheClock.java:", "a dev.prlease.spi.Clock is handed in");
    assertThat(failures.get("as many classes are judged as the plan demands"))
        .contains("classes of " + WallsTest.SYNTHETIC);
  }

  @Test
  void what_the_plan_allows_is_let_be() {
    assertThat(failuresOf(Allowed.class))
        .containsOnlyKeys("it has no static field that can be set");
  }

  @Test
  void a_package_that_is_not_there_fails_every_rule_that_looks_at_classes() {
    assertThat(failuresOf(Renamed.class)).hasSize(7);
  }

  @Test
  void a_plan_without_a_minimum_or_with_a_pattern_for_a_root_is_refused() {
    assertThatThrownBy(() -> Plan.of("example", 0)).hasMessageContaining("no minimum");
    assertThatThrownBy(() -> Plan.of("example..", 1)).hasMessageContaining("plain name");
  }

  private static Map<String, String> failuresOf(Class<?> contract) {
    Map<String, String> failures = new TreeMap<>();
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(contract))
        .execute()
        .testEvents()
        .failed()
        .stream()
        .forEach(event -> failures.put(event.getTestDescriptor().getDisplayName(), message(event)));
    return failures;
  }

  private static String message(Event event) {
    return event
        .getRequiredPayload(TestExecutionResult.class)
        .getThrowable()
        .map(thrown -> String.valueOf(thrown.getMessage()))
        .orElse("");
  }

  /** The violations are test classes, which a plugin's suite passes over. */
  private abstract static class OfTests extends ArchitectureContract {
    @Override
    protected final ClassFileImporter importer() {
      return new ClassFileImporter();
    }
  }

  static final class Violators extends OfTests {
    @Override
    protected Plan plan() {
      return Plan.of(WallsTest.SYNTHETIC, 100);
    }
  }

  static final class Allowed extends OfTests {
    @Override
    protected Plan plan() {
      return Plan.of(WallsTest.SYNTHETIC, 6)
          .mayUse("org.slf4j..")
          .allow(Deed.READ_THE_CLOCK, WallsTest.SYNTHETIC + ".ReadsTheClock")
          .allow(Deed.WAIT, WallsTest.SYNTHETIC + ".Waits")
          .allow(Deed.MAKE_THREADS, WallsTest.SYNTHETIC + ".MakesAThread")
          .allow(Deed.START_PROCESSES, WallsTest.SYNTHETIC + ".StartsAProcess")
          .allow(Deed.END_THE_PROGRAM, WallsTest.SYNTHETIC + ".HooksTheShutdown");
    }
  }

  static final class Renamed extends OfTests {
    @Override
    protected Plan plan() {
      return Plan.of("dev.prlease.nowhere", 1);
    }
  }
}

package dev.prlease.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Runs contracts on what has a defect, and demands that the defect is caught by its rule. */
final class Defects {
  private Defects() {}

  /**
   * Something that is wrong in one thing.
   *
   * @param contract the contract, applied to it
   * @param rule the rule that it breaks, and whose test must fail
   * @param message what the failure says
   */
  record Defect(Class<?> contract, String rule, String message) {}

  static Defect caught(Class<?> contract, String rule, String message) {
    return new Defect(contract, rule, message);
  }

  /** A test for each that it is caught. */
  static Stream<DynamicTest> tests(List<Defect> defects) {
    return defects.stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.contract().getSimpleName() + " breaks " + each.rule(),
                    () -> assertCaught(each.contract(), each.rule(), each.message())));
  }

  /** Demands that {@code contract} has tests, and passes them. */
  static void assertPasses(Class<?> contract) {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(contract))
        .execute()
        .testEvents()
        .assertStatistics(tests -> tests.failed(0).aborted(0).skipped(0));
  }

  private static void assertCaught(Class<?> contract, String rule, String message) {
    TreeMap<String, String> failures = new TreeMap<>(Comparator.naturalOrder());
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(contract))
        .execute()
        .testEvents()
        .failed()
        .stream()
        .forEach(event -> failures.put(name(event), failure(event)));
    assertThat(failures)
        .as("failed tests of %s, which breaks %s", contract.getSimpleName(), rule)
        .anySatisfy(
            (name, text) -> {
              assertThat(name).startsWith(rule + " ");
              assertThat(text).contains(message);
            });
  }

  private static String name(Event event) {
    String own = event.getTestDescriptor().getDisplayName();
    return own.startsWith("with ")
        ? event.getTestDescriptor().getParent().orElseThrow().getDisplayName()
        : own;
  }

  private static String failure(Event event) {
    return event
        .getRequiredPayload(TestExecutionResult.class)
        .getThrowable()
        .map(Throwable::getMessage)
        .orElse("");
  }
}

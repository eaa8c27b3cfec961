package dev.prlease.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** Runs contracts on what has a defect, and demands that the defect is caught by its rule. */
final class Defects {
  private Defects() {}

  /**
   * Something that is wrong in one thing.
   *
   * @param name its name, which is told to a contract that is extended with {@link Named}
   * @param contract the contract, applied to it
   * @param rule the rule that it breaks, and whose test must fail
   * @param message what the failure says
   */
  record Defect(String name, Class<?> contract, String rule, String message) {}

  /** A defect that has a contract of its own. */
  static Defect caught(Class<?> contract, String rule, String message) {
    return new Defect(contract.getSimpleName(), contract, rule, message);
  }

  /**
   * Tells a contract, which many defects share, the name of the one that it is applied to, and runs
   * the tests of the rule that it breaks alone.
   */
  static final class Named implements ParameterResolver, ExecutionCondition {
    private static final String NAME = "dev.prlease.testkit.defect";
    private static final String RULE = "dev.prlease.testkit.rule";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      boolean asked =
          context.getTestMethod().isEmpty()
              || context.getConfigurationParameter(RULE).stream()
                  .allMatch(rule -> isOf(rule, context.getTestMethod().get().getName()));
      return asked
          ? ConditionEvaluationResult.enabled("of the rule")
          : ConditionEvaluationResult.disabled("of another rule");
    }

    private static boolean isOf(String rule, String test) {
      return test.startsWith(rule.replace('-', '_') + "_");
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType().equals(String.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context.getConfigurationParameter(NAME).orElseThrow();
    }
  }

  /** A test for each that it is caught. */
  static Stream<DynamicTest> tests(List<Defect> defects) {
    return defects.stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.name() + " breaks " + each.rule(), () -> assertCaught(each)));
  }

  /** Demands that {@code contract}, applied to what has no defect, has tests and passes them. */
  static void assertPasses(String name, Class<?> contract) {
    Events tests = run(engine(name, contract));
    assertThat(tests.succeeded().count()).as("tests passed").isPositive();
    tests.assertStatistics(counts -> counts.failed(0).aborted(0).skipped(0));
  }

  private static void assertCaught(Defect defect) {
    TreeMap<String, String> failures = new TreeMap<>(Comparator.naturalOrder());
    run(engine(defect.name(), defect.contract()).configurationParameter(Named.RULE, defect.rule()))
        .failed()
        .stream()
        .forEach(event -> failures.put(name(event), failure(event)));
    assertThat(failures)
        .as("failed tests of %s, which breaks %s", defect.name(), defect.rule())
        .anySatisfy(
            (name, text) -> {
              assertThat(name).startsWith(defect.rule() + " ");
              assertThat(text).contains(defect.message());
            });
  }

  private static EngineTestKit.Builder engine(String name, Class<?> contract) {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter(Named.NAME, name)
        .selectors(selectClass(contract));
  }

  private static Events run(EngineTestKit.Builder engine) {
    return engine.execute().testEvents();
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

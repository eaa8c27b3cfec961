package dev.prlease.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.testkit.Defects.Defect;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * No rule without a test that bears its number, no test that bears a number without a rule, and no
 * rule of a port without something broken that its test has caught.
 */
final class RulesCoveredTest {
  private static final Path PORTS = Path.of("..", "lease-api", "src/main/java/dev/prlease/spi");
  private static final int RULES_OF_STORES = 21;
  private static final int RULES_OF_SINKS = 8;
  private static final int RULES_OF_ACTIONS = 8;
  private static final int RULES_OF_LEASES = 15;
  private static final int RULES_OF_GARBAGE = 8;
  private static final int RULES_OF_DIAGNOSES = 6;
  private static final int CRITERIA_OF_CLAIMS = 17;

  @Test
  void every_rule_of_stores_is_stated_and_has_a_test() throws IOException {
    Set<Integer> rules = upTo(RULES_OF_STORES);
    assertThat(stated("LeaseStore", "LS")).as("rules stated").isEqualTo(rules);
    assertThat(tested(LeaseStoreContract.class, "LS_")).as("rules tested").isEqualTo(rules);
  }

  @Test
  void every_rule_of_sinks_is_stated_and_has_a_test() throws IOException {
    Set<Integer> rules = upTo(RULES_OF_SINKS);
    assertThat(stated("AuditSink", "AS")).as("rules stated").isEqualTo(rules);
    assertThat(tested(AuditSinkContract.class, "AS_")).as("rules tested").isEqualTo(rules);
  }

  @Test
  void every_rule_of_actions_is_stated_and_has_a_test() throws IOException {
    Set<Integer> rules = upTo(RULES_OF_ACTIONS);
    assertThat(stated("GatedAction", "GA")).as("rules stated").isEqualTo(rules);
    assertThat(tested(GatedActionContract.class, "GA_")).as("rules tested").isEqualTo(rules);
  }

  @Test
  void every_rule_of_what_a_store_may_offer_beyond_is_stated_and_has_a_test() throws IOException {
    assertThat(stated("Collectable", "GC")).as("rules stated").isEqualTo(upTo(RULES_OF_GARBAGE));
    assertThat(tested(LeaseStoreContract.class, "GC_"))
        .as("rules tested")
        .isEqualTo(upTo(RULES_OF_GARBAGE));
    assertThat(stated("Diagnosable", "DG")).as("rules stated").isEqualTo(upTo(RULES_OF_DIAGNOSES));
    assertThat(tested(LeaseStoreContract.class, "DG_"))
        .as("rules tested")
        .isEqualTo(upTo(RULES_OF_DIAGNOSES));
  }

  @Test
  void every_protocol_rule_has_a_test() {
    assertThat(tested(LeaseManagerContract.class, "P"))
        .as("rules tested")
        .isEqualTo(upTo(RULES_OF_LEASES));
  }

  @Test
  void every_rule_of_a_port_has_caught_something_broken() {
    assertThat(caught(BrokenStoresTest.defects(), "LS-"))
        .as("rules that caught a broken store")
        .isEqualTo(upTo(RULES_OF_STORES));
    assertThat(BrokenStoresTest.defects()).as("broken stores").hasSizeGreaterThanOrEqualTo(25);
    assertThat(caught(BrokenAuditSinksTest.defects(), "AS-"))
        .as("rules that caught a broken sink")
        .isEqualTo(upTo(RULES_OF_SINKS));
    assertThat(caught(BrokenActionsTest.defects(), "GA-"))
        .as("rules that caught a broken action")
        .isEqualTo(upTo(RULES_OF_ACTIONS));
  }

  /**
   * Reports of how leases failed elsewhere are numbered too, and a test that shows that one cannot
   * happen here bears its number. Those that are not here are about forges, or engines to come.
   */
  @Test
  void no_lesson_that_had_a_test_has_lost_it() throws IOException {
    Set<Integer> lessons = new TreeSet<>();
    Pattern numbered = Pattern.compile("(?:void |_)L(\\d+)_");
    for (Path source : testSources()) {
      Matcher name = numbered.matcher(Files.readString(source, UTF_8));
      while (name.find()) {
        lessons.add(Integer.valueOf(name.group(1)));
      }
    }
    assertThat(lessons).containsAll(upTo(11)).contains(14, 15, 17, 18, 19, 20, 21, 22);
    assertThat(lessons).contains(24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38);
    assertThat(lessons).contains(43, 44, 45, 47, 50, 51, 52, 53);
  }

  @Test
  void every_criterion_of_claims_has_a_test() throws IOException {
    Pattern named = Pattern.compile("void ((?:AC\\d+_)+)");
    Pattern numbered = Pattern.compile("AC(\\d+)_");
    Set<Integer> criteria = new TreeSet<>();
    for (Path source : testSources()) {
      Matcher name = named.matcher(Files.readString(source, UTF_8));
      while (name.find()) {
        Matcher number = numbered.matcher(name.group(1));
        while (number.find()) {
          criteria.add(Integer.valueOf(number.group(1)));
        }
      }
    }
    assertThat(criteria).isEqualTo(upTo(CRITERIA_OF_CLAIMS));
  }

  /** Of all modules; the suites of this one are its main sources. */
  private static List<Path> testSources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path module : modules.filter(each -> Files.exists(each.resolve("pom.xml"))).toList()) {
        boolean kit = Files.isSameFile(module, Path.of("."));
        try (Stream<Path> all = Files.walk(module.resolve(kit ? "src" : "src/test"))) {
          all.filter(each -> each.toString().endsWith(".java")).forEach(sources::add);
        } catch (NoSuchFileException hasNoTests) {
          // As the module of benchmarks.
        }
      }
    }
    return sources;
  }

  @Test
  void a_gap_is_found() {
    assertThat(tested(WithGaps.class, "LS_")).isEqualTo(Set.of(3, 12));
  }

  /** Tests of the rules 3 and 12, and what only looks like one. */
  @SuppressWarnings("UnusedMethod") // looked at, never called
  private static class WithGaps {
    @TestFactory
    void LS_3_something() {}

    @Test
    void LS_12_something() {}

    void LS_4_is_no_test() {}

    @Test
    void LS_5is_no_number() {}
  }

  private static Set<Integer> upTo(int last) {
    return IntStream.rangeClosed(1, last).boxed().collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<Integer> stated(String port, String prefix) throws IOException {
    String source = Files.readString(PORTS.resolve(port + ".java"), UTF_8);
    Matcher rule = Pattern.compile("<li><b>" + prefix + "-(\\d+)</b> ").matcher(source);
    Set<Integer> rules = new TreeSet<>();
    while (rule.find()) {
      assertThat(rules.add(Integer.parseInt(rule.group(1)))).as(rule.group()).isTrue();
    }
    return rules;
  }

  private static Set<Integer> tested(Class<?> contract, String prefix) {
    Pattern numbered = Pattern.compile(Pattern.quote(prefix) + "(\\d+)_.+");
    return methods(contract).stream()
        .filter(RulesCoveredTest::isTest)
        .map(method -> numbered.matcher(method.getName()))
        .filter(Matcher::matches)
        .map(name -> Integer.valueOf(name.group(1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isTest(Method method) {
    return method.isAnnotationPresent(Test.class) || method.isAnnotationPresent(TestFactory.class);
  }

  /** The methods of {@code type}, of what it extends, and of what is nested in it. */
  private static List<Method> methods(Class<?> type) {
    List<Method> methods = new ArrayList<>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      methods.addAll(Arrays.asList(each.getDeclaredMethods()));
      for (Class<?> nested : each.getDeclaredClasses()) {
        methods.addAll(methods(nested));
      }
    }
    return methods;
  }

  private static Set<Integer> caught(List<Defect> defects, String prefix) {
    return defects.stream()
        .map(defect -> Integer.valueOf(defect.rule().substring(prefix.length())))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}

package dev.prlease.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.prlease.testkit.architecture.Walls;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Holds the walls of the design on bytecode. Each rule says how many classes it must at least have
 * seen, so that none passes because a package was renamed. The rules about what anybody may do are
 * {@link Walls}, which the testkit shows to catch violations; those about who uses what are shown
 * here to catch one, made for it in {@code synthetic}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // reads the classes once
final class ArchitectureTest {
  private static final String API = "dev.prlease.api..";
  private static final String SPI = "dev.prlease.spi..";
  private static final String JSON = "dev.prlease.json..";
  private static final String CORE = "dev.prlease.core..";
  private static final String PROCESS = "dev.prlease.process..";
  private static final String GATE = "dev.prlease.gate..";
  private static final String GUICE = "dev.prlease.guice..";
  private static final String METRICS = "dev.prlease.micrometer..";
  private static final String MICROMETER = "io.micrometer.core.instrument..";
  private static final String MCP = "dev.prlease.mcp..";
  private static final String MCP_SDK = "io.modelcontextprotocol..";
  private static final String REACTOR = "reactor..";
  private static final String INJECTION = "com.google.inject..";
  private static final String CLI = "dev.prlease.cli..";
  private static final String LOGGING = "org.slf4j..";
  private static final String JACKSON = "com.fasterxml.jackson..";
  private static final String SCHEDULER = "dev.prlease.core.ThreadPoolScheduler";

  private static final String SYNTHETIC = "dev.prlease.architecture.synthetic";

  private final JavaClasses production =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("/dev/prlease/testkit/"))
          .withImportOption(location -> !location.contains("/dev/prlease/gate/fixture/"))
          .importPackages("dev.prlease");

  private final JavaClasses synthetic = new ClassFileImporter().importPackages(SYNTHETIC);

  @Test
  void the_production_classes_are_all_there_and_no_others() {
    assertThat(production.stream().map(JavaClass::getPackageName).distinct())
        .contains(
            "dev.prlease.api",
            "dev.prlease.spi",
            "dev.prlease.core",
            "dev.prlease.json",
            "dev.prlease.process",
            "dev.prlease.store.memory",
            "dev.prlease.store.file",
            "dev.prlease.store.git",
            "dev.prlease.gate",
            "dev.prlease.guice",
            "dev.prlease.micrometer",
            "dev.prlease.mcp",
            "dev.prlease.cli")
        .noneMatch(name -> name.contains("testkit") || name.contains("architecture"))
        .doesNotContain("dev.prlease.gate.fixture");
    assertThat(production).as("production classes").hasSizeGreaterThan(300);
  }

  @TestFactory
  Stream<DynamicTest> modules_use_what_they_may_and_nothing_else() {
    return Stream.of(
        module("lease-api, values", 25, Walls.usesOnly(API), API),
        module("lease-api, ports", 25, Walls.usesOnly(SPI, API), SPI),
        module("lease-core", 60, Walls.usesOnly(CORE, API, SPI, LOGGING), CORE),
        module("lease-guice", 5, Walls.usesOnly(GUICE, CORE, API, SPI, INJECTION), GUICE),
        module("lease-micrometer", 4, Walls.usesOnly(METRICS, API, SPI, MICROMETER), METRICS),
        module(
            "lease-mcp",
            25,
            Walls.usesOnly(MCP, API, SPI, CORE, LOGGING, JACKSON, MCP_SDK, REACTOR),
            MCP),
        module("lease-json", 15, Walls.usesOnly(JSON, API, SPI, JACKSON), JSON),
        module("lease-process", 20, Walls.usesOnly(PROCESS, "com.sun.."), PROCESS),
        store("memory", 4),
        store("file", 30),
        module(
            "lease-store-git",
            15,
            Walls.usesOnly("dev.prlease.store.git..", API, SPI, JSON, PROCESS),
            "dev.prlease.store.git.."),
        module(
            "lease-gh-gate",
            5,
            Walls.usesOnly(GATE, API, SPI, CORE, PROCESS, LOGGING, JACKSON),
            GATE));
  }

  private DynamicTest store(String name, int atLeast) {
    String own = "dev.prlease.store." + name + "..";
    return module(
        "lease-store-" + name, atLeast, Walls.usesOnly(own, API, SPI, JSON, LOGGING), own);
  }

  private DynamicTest module(String name, int atLeast, ArchRule rule, String own) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          String prefix = own.substring(0, own.length() - 2);
          assertThat(
                  production.stream()
                      .filter(
                          type ->
                              type.getPackageName().equals(prefix)
                                  || type.getPackageName().startsWith(prefix + ".")))
              .as("classes of %s", name)
              .hasSizeGreaterThanOrEqualTo(atLeast);
          rule.check(production);
        });
  }

  @TestFactory
  Stream<DynamicTest> only_those_who_may_do_it() {
    return Stream.of(
        everywhere(
            "only SystemClock, and what ends processes, reads the machine's clock",
            Walls.onlyReadsTheClock(
                "dev.prlease.spi.SystemClock", "dev.prlease.process.Countdown")),
        everywhere("only lease-process starts processes", Walls.onlyStartsProcesses(PROCESS)),
        everywhere(
            "only the scheduler, lease-process and the command's signal hook make threads",
            Walls.onlyMakesThreads(SCHEDULER, PROCESS, "dev.prlease.cli.SignalHook")),
        everywhere(
            "only the command hooks into the shutdown and exits", Walls.onlyHooksTheShutdown(CLI)),
        everywhere(
            "only the scheduler, lease-process, the file store's mutex and the signal hook wait",
            Walls.onlyWaits(
                SCHEDULER,
                PROCESS,
                "dev.prlease.store.file.JvmMutex",
                "dev.prlease.cli.SignalHook")),
        everywhere("nothing is global and mutable", Walls.hasNoMutableStatics("dev.prlease..")),
        everywhere("Guice is lease-guice's", Walls.onlyUsedBy(List.of(GUICE), INJECTION)),
        everywhere(
            "Micrometer is lease-micrometer's",
            Walls.onlyUsedBy(List.of(METRICS), "io.micrometer..")),
        everywhere(
            "the MCP SDK and Reactor are lease-mcp's",
            Walls.onlyUsedBy(List.of(MCP), MCP_SDK, REACTOR)),
        everywhere(
            "Jackson is for lease-json, lease-gh-gate and lease-mcp",
            Walls.onlyUsedBy(List.of(JSON, GATE, "dev.prlease.mcp.."), "com.fasterxml.jackson.."),
            "UsesJackson"),
        everywhere(
            "the testkit and its libraries are no part of production",
            Walls.onlyUsedBy(
                List.of(), "dev.prlease.testkit..", "org.junit..", "net.jqwik..", "org.assertj.."),
            "UsesTheTestkit"));
  }

  private DynamicTest everywhere(String name, ArchRule rule) {
    return DynamicTest.dynamicTest(name, () -> rule.check(production));
  }

  private DynamicTest everywhere(String name, ArchRule rule, String violator) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          rule.check(production);
          assertThatThrownBy(() -> rule.check(synthetic))
              .as("the rule catches %s", violator)
              .isInstanceOf(AssertionError.class)
              .hasMessageContaining(violator);
        });
  }

  @Test
  void the_wall_of_a_module_catches_a_class_that_reaches_over_it() {
    String api = SYNTHETIC + ".api..";
    assertThatThrownBy(() -> Walls.usesOnly(api, API).check(synthetic))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("ReachesForCore")
        .hasMessageContaining("dev.prlease.core.LeaseManager");
  }

  @Test
  void a_rule_about_a_package_that_is_not_there_fails() {
    assertThatThrownBy(() -> Walls.usesOnly("dev.prlease.nowhere..").check(production))
        .isInstanceOf(AssertionError.class);
  }
}

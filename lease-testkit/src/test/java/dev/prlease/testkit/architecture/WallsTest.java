package dev.prlease.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Each rule catches a violation that was made for it, and lets those be who are allowed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // reads the classes once
final class WallsTest {
  static final String SYNTHETIC = "dev.prlease.testkit.architecture.synthetic";

  private final JavaClasses synthetic = new ClassFileImporter().importPackages(SYNTHETIC);

  @TestFactory
  Stream<DynamicTest> each_rule_catches_its_violation_and_lets_the_allowed_be() {
    return Stream.of(
        caught("ReadsTheClock", Walls::onlyReadsTheClock),
        caught("Waits", Walls::onlyWaits),
        caught("MakesAThread", Walls::onlyMakesThreads),
        caught("StartsAProcess", Walls::onlyStartsProcesses),
        caught("HooksTheShutdown", Walls::onlyHooksTheShutdown));
  }

  private DynamicTest caught(String violator, Function<String[], ArchRule> wall) {
    return DynamicTest.dynamicTest(
        violator,
        () -> {
          assertThatThrownBy(() -> wall.apply(new String[0]).check(synthetic))
              .isInstanceOf(AssertionError.class)
              .hasMessageContaining(violator)
              .hasMessageContaining("(" + violator + ".java:");
          String[] byName = {SYNTHETIC + "." + violator};
          assertThatCode(() -> wall.apply(byName).check(synthetic)).doesNotThrowAnyException();
          String[] byPackage = {SYNTHETIC + ".."};
          assertThatThrownBy(() -> wall.apply(byPackage).check(synthetic))
              .as("nobody is left to be judged")
              .isInstanceOf(AssertionError.class)
              .hasMessageContaining("failed to check any classes");
        });
  }

  @Test
  void a_static_field_that_can_be_set_is_caught() {
    assertThatThrownBy(() -> Walls.hasNoMutableStatics(SYNTHETIC + "..").check(synthetic))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("IsGlobal.count");
    assertThatCode(() -> Walls.hasNoMutableStatics(SYNTHETIC + ".none..").check(synthetic))
        .doesNotThrowAnyException();
  }

  @Test
  void what_is_used_though_nobody_said_so_is_caught() {
    assertThatThrownBy(() -> Walls.usesOnly(SYNTHETIC + "..").check(synthetic))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("UsesLogging")
        .hasMessageContaining("org.slf4j.Logger");
    assertThatCode(() -> Walls.usesOnly(SYNTHETIC + "..", "org.slf4j..").check(synthetic))
        .doesNotThrowAnyException();
  }

  @Test
  void who_uses_what_is_for_others_is_caught() {
    assertThatThrownBy(() -> Walls.onlyUsedBy(List.of("nowhere.."), "org.slf4j..").check(synthetic))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("UsesLogging");
  }
}

package dev.prlease.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.prlease.testkit.RuleNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The walls of a plugin or a host, as a suite on its bytecode: it uses what it says, and takes
 * time, waiting, threads and processes from where it is given them. What keeps to that can be
 * tested under virtual time, and leaves nothing behind in the program that it is plugged into.
 *
 * <pre>
 * final class MyArchitectureTest extends ArchitectureContract {
 *   &#64;Override
 *   protected Plan plan() {
 *     return Plan.of("example.h2", 4).mayUse("dev.prlease.json..", "org.h2..");
 *   }
 * }
 * </pre>
 *
 * <p>Needs {@code com.tngtech.archunit:archunit} on the class path of the tests. Test classes, by
 * the places where Maven and Gradle put them, are not judged.
 */
@DisplayNameGeneration(RuleNames.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // reads the classes once
public abstract class ArchitectureContract {
  private Optional<JavaClasses> classes = Optional.empty();

  /** For subclasses. */
  protected ArchitectureContract() {}

  /** What is judged, and who in it may do what. */
  protected abstract Plan plan();

  /** Reads the classes; all but those of tests, unless overridden. */
  protected ClassFileImporter importer() {
    return new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS);
  }

  @Test
  final void as_many_classes_are_judged_as_the_plan_demands() {
    assertThat(judged())
        .as("classes of %s and below it, as they are on the class path", plan().root())
        .extracting(JavaClass::getName)
        .hasSizeGreaterThanOrEqualTo(plan().atLeast());
  }

  @Test
  final void it_uses_the_ports_and_what_the_plan_names_and_nothing_else() {
    List<String> may = new ArrayList<>(List.of("dev.prlease.api..", "dev.prlease.spi.."));
    may.addAll(plan().uses());
    check(
        Walls.usesOnly(plan().root() + "..", may.toArray(String[]::new))
            .because("its plan names nothing else"));
  }

  @Test
  final void it_takes_the_time_from_a_clock_that_it_is_given() {
    check(
        Walls.onlyReadsTheClock(whoMay(Deed.READ_THE_CLOCK))
            .because("a dev.prlease.spi.Clock is handed in, and a test moves its time"));
  }

  @Test
  final void it_waits_by_a_scheduler_that_it_is_given() {
    check(
        Walls.onlyWaits(whoMay(Deed.WAIT))
            .because("a dev.prlease.spi.Scheduler is handed in, which knows of interrupts"));
  }

  @Test
  final void it_makes_no_threads() {
    check(
        Walls.onlyMakesThreads(whoMay(Deed.MAKE_THREADS))
            .because("a dev.prlease.spi.Scheduler is handed in, which closes its threads"));
  }

  @Test
  final void it_starts_no_processes() {
    check(
        Walls.onlyStartsProcesses(whoMay(Deed.START_PROCESSES))
            .because("who starts one must end it when a lease is lost"));
  }

  @Test
  final void it_neither_ends_the_program_nor_hooks_into_its_end() {
    check(
        Walls.onlyHooksTheShutdown(whoMay(Deed.END_THE_PROGRAM))
            .because("that is for the program that it is a part of"));
  }

  @Test
  final void it_has_no_static_field_that_can_be_set() {
    check(
        Walls.hasNoMutableStatics(plan().root() + "..")
            .because("two stores in one program share nothing that they do not mean to share"));
  }

  private String[] whoMay(Deed deed) {
    return plan().whoMay(deed).toArray(String[]::new);
  }

  private void check(ArchRule rule) {
    rule.check(judged());
  }

  private JavaClasses judged() {
    JavaClasses read = classes.orElseGet(() -> importer().importPackages(plan().root()));
    classes = Optional.of(read);
    return read;
  }
}

package dev.prlease.testkit;

import static dev.prlease.testkit.SampleLeases.ALICE;
import static dev.prlease.testkit.SampleLeases.BOB;
import static dev.prlease.testkit.SampleLeases.KEY;
import static dev.prlease.testkit.SampleLeases.OTHER_KEY;
import static dev.prlease.testkit.SampleLeases.holding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Diagnosable;
import dev.prlease.spi.Finding;
import dev.prlease.spi.LeaseFilter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.ThrowingConsumer;

/** DG-1 to DG-6, for stores that are {@link Diagnosable}. */
@DisplayNameGeneration(RuleNames.class)
abstract class DiagnoseRules extends StoreSuite {
  private Stream<DynamicTest> diagnosing(ThrowingConsumer<Diagnosable> test) {
    return with(
        store() instanceof Diagnosable diagnosable ? Optional.of(diagnosable) : Optional.empty(),
        "Diagnosable",
        test);
  }

  private static void assertFitForPrint(List<Finding> findings) {
    assertThat(findings).isNotEmpty();
    for (Finding finding : findings) {
      assertThat(finding.subject()).as("a subject").matches("[a-z0-9-]+");
      assertThat(finding.what()).as("what is said of %s", finding.subject()).isNotBlank();
      assertThat(finding.what() + finding.remedy().orElse(""))
          .as("what is said of %s", finding.subject())
          .doesNotContainPattern("\\p{Cntrl}");
      if (finding.level() != Finding.Level.OK) {
        assertThat(finding.remedy()).as("what to do about %s", finding.what()).isPresent();
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> DG_1_a_diagnosis_changes_nothing() {
    return diagnosing(
        diagnosable -> {
          LeaseSlot held = hold(store(), holding(KEY, ALICE, 10));
          LeaseSlot vacant =
              vacate(store(), OTHER_KEY, hold(store(), holding(OTHER_KEY, BOB, 10)), Fence.NONE);
          diagnosable.diagnose();
          assertThat(store().load(KEY).version()).isEqualTo(held.version());
          assertThat(store().load(OTHER_KEY).version()).isEqualTo(vacant.version());
          assertThat(store().list(LeaseFilter.ALL)).hasSize(1);
        });
  }

  @TestFactory
  Stream<DynamicTest> DG_2_a_store_that_was_never_written_can_be_diagnosed() {
    return diagnosing(diagnosable -> assertFitForPrint(diagnosable.diagnose()));
  }

  @TestFactory
  @Timeout(30) // no measure: a store that hangs is not to hang its diagnosis
  Stream<DynamicTest> DG_3_a_diagnosis_comes_to_its_end() {
    return diagnosing(diagnosable -> assertThat(diagnosable.diagnose()).isNotEmpty());
  }

  @TestFactory
  Stream<DynamicTest> DG_4_what_it_says_is_fit_for_print() {
    return diagnosing(
        diagnosable -> {
          hold(store(), holding(KEY, ALICE, 10));
          assertFitForPrint(diagnosable.diagnose());
        });
  }

  @TestFactory
  Stream<DynamicTest> DG_5_what_stands_in_the_way_of_a_slot_is_no_exception() {
    return with(
        place().obstacle().filter(obstacle -> store() instanceof Diagnosable),
        "Diagnosable, with an obstacle",
        obstacle -> {
          hold(store(), holding(KEY, ALICE, 10));
          Runnable clear = obstacle.put(OTHER_KEY);
          List<Finding> findings = ((Diagnosable) store()).diagnose();
          clear.run();
          assertFitForPrint(findings);
        });
  }

  @TestFactory
  Stream<DynamicTest> DG_6_leases_that_are_held_are_nothing_wrong() {
    return diagnosing(
        diagnosable -> {
          hold(store(), holding(KEY, ALICE, 10));
          hold(store(), holding(OTHER_KEY, BOB, 10));
          List<Finding> findings = diagnosable.diagnose();
          assertFitForPrint(findings);
          assertThat(findings).extracting(Finding::level).containsOnly(Finding.Level.OK);
        });
  }
}

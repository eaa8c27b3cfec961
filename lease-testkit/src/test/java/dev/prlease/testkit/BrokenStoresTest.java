package dev.prlease.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.Defects.Defect;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The suite is tested with stores that are wrong in one thing each: every one is caught by a test
 * of the rule that it breaks, with a message that says what went wrong.
 */
final class BrokenStoresTest {
  private static final List<Broken> ALL =
      List.of(
          caught(BrokenCompares.BlindReclaim::new, "LS-2", "exchanges that swapped"),
          caught(BrokenCompares.LocksPerOpening::new, "LS-2", "exchanges that swapped"),
          caught(BrokenCompares.CheckThenAct::new, "LS-2", "exchanges that swapped"),
          over(BrokenCompares.ComparesContent::new, "LS-3", "which the slot does not meet"),
          caught(BrokenContents.DigestAsVersion::new, "LS-7", "is new, though its content is not"),
          caught(BrokenFences.FenceLostOnRelease::new, "LS-9", "own 500, change 7"),
          over(BrokenFences.FenceSetBackOnRelease::new, "LS-9", "own 500, change 7"),
          over(BrokenFences.TakesFenceless::new, "LS-4", "which the slot does not meet"),
          over(BrokenFences.TakesAnyFence::new, "LS-5", "stored 500, proposed 10"),
          over(
              BrokenCompares.RewritesOnRefusal::new,
              "LS-6",
              "the slot, version and write id included"),
          over(BrokenCompares.JudgesExpiry::new, "LS-4", "which the slot does not meet"),
          over(BrokenContents.JudgesFuture::new, "LS-20", "not the store's to judge"),
          caught(BrokenNames.CaseSensitive::new, "LS-12", "load by the other spelling"),
          caught(BrokenNames.SloppyNames::new, "LS-12", "its look-alikes"),
          caught(BrokenNames.CutsNames::new, "LS-12", "its look-alikes"),
          caught(BrokenNames.FoldsUnicode::new, "LS-12", "its look-alikes"),
          caught(BrokenContents.DropsWriteId::new, "LS-8", "write id in the answer"),
          caught(BrokenContents.ForgetsOldest::new, "LS-1", "however many others were written"),
          caught(BrokenCompares.SharesScratch::new, "LS-16", "a thread failed"),
          over(
              BrokenContents.Caches::new,
              "LS-1",
              "load by an opening that had loaded the slot before"),
          over(BrokenCompares.ClaimsToHaveSwapped::new, "LS-3", "which the slot does not meet"),
          over(BrokenContents.UnreadableAsVacant::new, "LS-10", "bytes of nonsense"),
          caught(BrokenContents.ForgetsArchive::new, "LS-11", "the archive"),
          over(BrokenListings.ListsVacant::new, "LS-14", ""),
          over(BrokenListings.ListsAllOrNothing::new, "LS-14", "cannot be used"),
          over(BrokenListings.ListsByRecord::new, "LS-14", "listing by"),
          over(BrokenListings.ListsEverything::new, "LS-14", "listing by"),
          over(BrokenListings.BatchGivesUp::new, "LS-15", "Failed"),
          over(BrokenListings.ReadsAllOrNothing::new, "LS-21", "cannot be used"),
          over(BrokenListings.ReadsInItsOwnOrder::new, "LS-21", "key of result"),
          over(BrokenListings.ReadsNoAbsentOnes::new, "LS-21", "results"),
          over(BrokenListings.ReadsBatchesFromACache::new, "LS-21", "loaded again"),
          over(BrokenCalls.GivesUpWhenInterrupted::new, "LS-17", "interrupted"),
          over(BrokenCalls.SwallowsInterrupt::new, "LS-17", "the interrupt flag after"),
          over(BrokenCalls.StaysOpen::new, "LS-18", "load after close"),
          caught(BrokenContents.KeepsLocalTimes::new, "LS-19", "the answer's record"),
          caught(BrokenContents.CutsTimes::new, "LS-19", "the answer's record"),
          caught(
              BrokenCompares.ReadsBeforeItLocks::new, "LS-2", "while another write was committed"),
          caught(BrokenContents.ShowsUncommitted::new, "LS-1", "a write that is not committed"),
          caught(BrokenCalls.GivesUpWaiting::new, "LS-17", "gave up waiting"),
          caught(BrokenCollections.CollectsExpired::new, "GC-1", ""),
          caught(BrokenCollections.CollectsUnreadable::new, "GC-1", ""),
          caught(BrokenCollections.CollectsYoung::new, "GC-2", ""),
          caught(BrokenCollections.CollectsFencesAhead::new, "GC-2", ""),
          caught(BrokenCollections.LeavesMarks::new, "GC-3", ""),
          caught(BrokenCollections.RemovesInDryRuns::new, "GC-4", ""),
          caught(BrokenCollections.CollectsYoungArchives::new, "GC-5", ""),
          caught(BrokenCollections.BeginsAgain::new, "GC-6", "calls so far"),
          caught(BrokenCollections.TakesItsTime::new, "GC-6", "slots looked at by call 1"),
          caught(BrokenCollections.GivesUpCollecting::new, "GC-7", "obstructed"),
          caught(BrokenCollections.RemovesWithoutALook::new, "GC-8", "a thread failed"),
          caught(BrokenCollections.CollectsWhenClosed::new, "GC-8", ""),
          caught(BrokenDiagnoses.TriesOnSlots::new, "DG-1", ""),
          caught(BrokenDiagnoses.SaysNothingOfNothing::new, "DG-2", ""),
          caught(BrokenDiagnoses.EndsWithoutAWord::new, "DG-3", ""),
          caught(BrokenDiagnoses.PrintsWhatItFinds::new, "DG-4", "what is said of reference"),
          caught(BrokenDiagnoses.ThrowsWhatItFinds::new, "DG-5", "obstructed"),
          caught(BrokenDiagnoses.WarnsWithoutAdvice::new, "DG-5", "what to do about"),
          caught(BrokenDiagnoses.WarnsOfLeases::new, "DG-6", ""),
          new Broken(
              "DeniesLostAnswers",
              DeniesLostAnswers::new,
              "LS-13",
              "what the error says about the write"));

  /**
   * A store that is wrong in one thing.
   *
   * @param place makes a place all of whose openings are wrong in it
   */
  private record Broken(String name, Supplier<StoreFixture> place, String rule, String message) {}

  private static Broken caught(
      Function<ReferenceStore.Place, LeaseStore> opener, String rule, String message) {
    String name = opener.apply(new ReferenceStore.Place()).getClass().getSimpleName();
    return new Broken(name, () -> new BrokenPlace(opener), rule, message);
  }

  /** The same of one that is laid over a store without a defect. */
  private static Broken over(
      Function<ReferenceStore, LeaseStore> opener, String rule, String message) {
    return caught(place -> opener.apply(new ReferenceStore(place)), rule, message);
  }

  @TestFactory
  Stream<DynamicTest> each_defect_is_caught_by_the_rule_that_it_breaks() {
    return Defects.tests(defects());
  }

  @Test
  void there_are_stores_enough_and_every_rule_of_collecting_and_diagnosing_has_one() {
    assertThat(ALL).hasSizeGreaterThanOrEqualTo(25);
    assertThat(ALL).extracting(Broken::name).doesNotHaveDuplicates();
    assertThat(ALL)
        .extracting(Broken::rule)
        .contains("GC-1", "GC-2", "GC-3", "GC-4", "GC-5", "GC-6", "GC-7", "GC-8")
        .contains("DG-1", "DG-2", "DG-3", "DG-4", "DG-5", "DG-6");
  }

  static List<Defect> defects() {
    return ALL.stream()
        .map(each -> new Defect(each.name(), Contract.class, each.rule(), each.message()))
        .toList();
  }

  /** The contract, applied to the store of a name. */
  @ExtendWith(Defects.Named.class)
  static final class Contract extends LeaseStoreContract {
    private final String name;

    Contract(String name) {
      this.name = name;
    }

    @Override
    protected StoreFixture newPlace() {
      return ALL.stream()
          .filter(each -> each.name().equals(name))
          .findAny()
          .orElseThrow()
          .place()
          .get();
    }
  }

  /** A place all of whose openings have the defect. */
  private static class BrokenPlace extends ReferenceStore.Fixture {
    private final Function<ReferenceStore.Place, LeaseStore> opener;

    BrokenPlace(Function<ReferenceStore.Place, LeaseStore> opener) {
      this.opener = opener;
    }

    @Override
    public LeaseStore open() {
      return opener.apply(place);
    }

    @Override
    protected String name(LeaseKey key) {
      return opener.apply(place) instanceof ReferenceStore store
          ? store.name(key)
          : super.name(key);
    }
  }

  /** What is wrong shows only where an answer gets lost. */
  private static final class DeniesLostAnswers extends ReferenceStore.Fixture {
    @Override
    public Optional<LeaseStore> openLosingNextAnswer() {
      return super.openLosingNextAnswer().map(BrokenCalls.DeniesLostAnswers::new);
    }
  }
}

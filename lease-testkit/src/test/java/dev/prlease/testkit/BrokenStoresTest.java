package dev.prlease.testkit;

import static dev.prlease.testkit.Defects.caught;

import dev.prlease.api.LeaseKey;
import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.Defects.Defect;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The suite is tested with stores that are wrong in one thing each: every one is caught by a test
 * of the rule that it breaks, with a message that says what went wrong.
 */
final class BrokenStoresTest {
  @TestFactory
  Stream<DynamicTest> each_defect_is_caught_by_the_rule_that_it_breaks() {
    return Defects.tests(defects());
  }

  static List<Defect> defects() {
    return List.of(
        caught(BlindReclaim.class, "LS-2", "exchanges that swapped"),
        caught(LocksPerOpening.class, "LS-2", "exchanges that swapped"),
        caught(CheckThenAct.class, "LS-2", "exchanges that swapped"),
        caught(ComparesContent.class, "LS-3", "which the slot does not meet"),
        caught(DigestAsVersion.class, "LS-7", "is new, though its content is not"),
        caught(FenceLostOnRelease.class, "LS-9", "own 500, change 7"),
        caught(FenceSetBackOnRelease.class, "LS-9", "own 500, change 7"),
        caught(TakesFenceless.class, "LS-4", "which the slot does not meet"),
        caught(TakesAnyFence.class, "LS-5", "stored 500, proposed 10"),
        caught(RewritesOnRefusal.class, "LS-6", "the slot, version and write id included"),
        caught(JudgesExpiry.class, "LS-4", "which the slot does not meet"),
        caught(JudgesFuture.class, "LS-20", "not the store's to judge"),
        caught(CaseSensitive.class, "LS-12", "load by the other spelling"),
        caught(SloppyNames.class, "LS-12", "its look-alikes"),
        caught(CutsNames.class, "LS-12", "its look-alikes"),
        caught(FoldsUnicode.class, "LS-12", "its look-alikes"),
        caught(DropsWriteId.class, "LS-8", "write id in the answer"),
        caught(ForgetsOldest.class, "LS-1", "however many others were written"),
        caught(SharesScratch.class, "LS-16", "a thread failed"),
        caught(Caches.class, "LS-1", "load by an opening that had loaded the slot before"),
        caught(ClaimsToHaveSwapped.class, "LS-3", "which the slot does not meet"),
        caught(UnreadableAsVacant.class, "LS-10", "bytes of nonsense"),
        caught(ForgetsArchive.class, "LS-11", "the archive"),
        caught(ListsVacant.class, "LS-14", ""),
        caught(ListsAllOrNothing.class, "LS-14", "cannot be used"),
        caught(ListsByRecord.class, "LS-14", "listing by"),
        caught(ListsEverything.class, "LS-14", "listing by"),
        caught(BatchGivesUp.class, "LS-15", "Failed"),
        caught(ReadsAllOrNothing.class, "LS-21", "cannot be used"),
        caught(ReadsInItsOwnOrder.class, "LS-21", "key of result"),
        caught(ReadsNoAbsentOnes.class, "LS-21", "results"),
        caught(ReadsBatchesFromACache.class, "LS-21", "loaded again"),
        caught(GivesUpWhenInterrupted.class, "LS-17", "interrupted"),
        caught(SwallowsInterrupt.class, "LS-17", "the interrupt flag after"),
        caught(StaysOpen.class, "LS-18", "load after close"),
        caught(KeepsLocalTimes.class, "LS-19", "the answer's record"),
        caught(CutsTimes.class, "LS-19", "the answer's record"),
        caught(DeniesLostAnswers.class, "LS-13", "what the error says about the write"));
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

  static final class BlindReclaim extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.BlindReclaim::new);
    }
  }

  static final class CheckThenAct extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.CheckThenAct::new);
    }
  }

  static final class ComparesContent extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(place -> new BrokenStores.ComparesContent(new ReferenceStore(place)));
    }
  }

  static final class DigestAsVersion extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.DigestAsVersion::new);
    }
  }

  static final class FenceLostOnRelease extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.FenceLostOnRelease::new);
    }
  }

  static final class FenceSetBackOnRelease extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(
          place -> new BrokenStores.FenceSetBackOnRelease(new ReferenceStore(place)));
    }
  }

  static final class TakesFenceless extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(place -> new BrokenStores.TakesFenceless(new ReferenceStore(place)));
    }
  }

  static final class TakesAnyFence extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(place -> new BrokenStores.TakesAnyFence(new ReferenceStore(place)));
    }
  }

  static final class RewritesOnRefusal extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(
          place -> new BrokenStores.RewritesOnRefusal(new ReferenceStore(place)));
    }
  }

  static final class JudgesExpiry extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(place -> new BrokenStores.JudgesExpiry(new ReferenceStore(place)));
    }
  }

  static final class JudgesFuture extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(place -> new BrokenStores.JudgesFuture(new ReferenceStore(place)));
    }
  }

  static final class CaseSensitive extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.CaseSensitive::new);
    }
  }

  static final class SloppyNames extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.SloppyNames::new);
    }
  }

  static final class FoldsUnicode extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.FoldsUnicode::new);
    }
  }

  static final class DropsWriteId extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.DropsWriteId::new);
    }
  }

  static final class Caches extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(place -> new BrokenStores.Caches(new ReferenceStore(place)));
    }
  }

  static final class ClaimsToHaveSwapped extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(
          place -> new BrokenStores.ClaimsToHaveSwapped(new ReferenceStore(place)));
    }
  }

  static final class UnreadableAsVacant extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(
          place -> new BrokenStores.UnreadableAsVacant(new ReferenceStore(place)));
    }
  }

  static final class ForgetsArchive extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.ForgetsArchive::new);
    }
  }

  static final class ListsVacant extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(place -> new BrokenStores.ListsVacant(new ReferenceStore(place)));
    }
  }

  static final class ListsAllOrNothing extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(
          place -> new BrokenStores.ListsAllOrNothing(new ReferenceStore(place)));
    }
  }

  static final class ListsByRecord extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(place -> new BrokenStores.ListsByRecord(new ReferenceStore(place)));
    }
  }

  static final class ListsEverything extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(place -> new BrokenStores.ListsEverything(new ReferenceStore(place)));
    }
  }

  static final class BatchGivesUp extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(place -> new BrokenStores.BatchGivesUp(new ReferenceStore(place)));
    }
  }

  static final class ReadsAllOrNothing extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(
          place -> new BrokenStores.ReadsAllOrNothing(new ReferenceStore(place)));
    }
  }

  static final class ReadsInItsOwnOrder extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(
          place -> new BrokenStores.ReadsInItsOwnOrder(new ReferenceStore(place)));
    }
  }

  static final class ReadsNoAbsentOnes extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(
          place -> new BrokenStores.ReadsNoAbsentOnes(new ReferenceStore(place)));
    }
  }

  static final class ReadsBatchesFromACache extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(
          place -> new BrokenStores.ReadsBatchesFromACache(new ReferenceStore(place)));
    }
  }

  static final class GivesUpWhenInterrupted extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(
          place -> new BrokenStores.GivesUpWhenInterrupted(new ReferenceStore(place)));
    }
  }

  static final class SwallowsInterrupt extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(
          place -> new BrokenStores.SwallowsInterrupt(new ReferenceStore(place)));
    }
  }

  static final class StaysOpen extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(place -> new BrokenStores.StaysOpen(new ReferenceStore(place)));
    }
  }

  static final class CutsTimes extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.CutsTimes::new);
    }
  }

  static final class DeniesLostAnswers extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(ReferenceStore::new) {
        @Override
        public Optional<LeaseStore> openLosingNextAnswer() {
          return super.openLosingNextAnswer().map(BrokenStores.DeniesLostAnswers::new);
        }
      };
    }
  }

  static final class LocksPerOpening extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.LocksPerOpening::new);
    }
  }

  static final class CutsNames extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.CutsNames::new);
    }
  }

  static final class ForgetsOldest extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.ForgetsOldest::new);
    }
  }

  static final class SharesScratch extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.SharesScratch::new);
    }
  }

  static final class KeepsLocalTimes extends LeaseStoreContract {
    @Override
    protected StoreFixture newPlace() {
      return new BrokenPlace(BrokenStores.KeepsLocalTimes::new);
    }
  }
}

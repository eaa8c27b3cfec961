package dev.prlease.testkit;

import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.Finding;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Stores that look after themselves badly. */
final class BrokenDiagnoses {
  private BrokenDiagnoses() {}

  /** It tries whether slots can be written, on those of others. */
  static final class TriesOnSlots extends CollectingStore {
    TriesOnSlots(Place place) {
      super(place);
    }

    @Override
    public List<Finding> diagnose() {
      synchronized (place) {
        place.slots.replaceAll((name, slot) -> again(slot, place.nextVersion()));
      }
      return super.diagnose();
    }

    private static LeaseSlot again(LeaseSlot slot, SlotVersion version) {
      return slot instanceof LeaseSlot.Held held
          ? new LeaseSlot.Held(version, held.record(), held.writeId())
          : slot;
    }
  }

  /** Where nothing is wrong it does not even say that it looked. */
  static final class SaysNothingOfNothing extends CollectingStore {
    SaysNothingOfNothing(Place place) {
      super(place);
    }

    @Override
    public List<Finding> diagnose() {
      return place.slots.isEmpty() ? List.of() : super.diagnose();
    }
  }

  /** It ends, without having looked: the other way to break the rule takes half a minute to see. */
  static final class EndsWithoutAWord extends CollectingStore {
    EndsWithoutAWord(Place place) {
      super(place);
    }

    @Override
    public List<Finding> diagnose() {
      return List.of();
    }
  }

  /** What sessions are called goes to the terminal as it is. */
  static final class PrintsWhatItFinds extends CollectingStore {
    PrintsWhatItFinds(Place place) {
      super(place);
    }

    @Override
    public List<Finding> diagnose() {
      return List.of(Finding.ok("reference", "there are slots:\u001b[31m" + place.slots.size()));
    }
  }

  /** What stands in the way of one slot ends all of it. */
  static final class ThrowsWhatItFinds extends CollectingStore {
    ThrowsWhatItFinds(Place place) {
      super(place);
    }

    @Override
    public List<Finding> diagnose() {
      if (!place.obstructed.isEmpty()) {
        throw new LeaseStoreException(Optional.empty(), "obstructed", "Clear it.", null);
      }
      return super.diagnose();
    }
  }

  /** It warns, and leaves the reader alone with that. */
  static final class WarnsWithoutAdvice extends CollectingStore {
    WarnsWithoutAdvice(Place place) {
      super(place);
    }

    @Override
    public List<Finding> diagnose() {
      return place.obstructed.isEmpty()
          ? super.diagnose()
          : List.of(
              new Finding(
                  Finding.Level.WARNING, "reference", "a slot is obstructed", Optional.empty()));
    }
  }

  /** A lease that is held is a trouble to it. */
  static final class WarnsOfLeases extends CollectingStore {
    WarnsOfLeases(Place place) {
      super(place);
    }

    @Override
    public List<Finding> diagnose() {
      List<Finding> findings = new ArrayList<>(super.diagnose());
      for (ListedSlot slot : list(LeaseFilter.ALL)) {
        findings.add(Finding.warning("reference", slot.name() + " is held", "Release it."));
      }
      return findings;
    }
  }
}

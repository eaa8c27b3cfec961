package dev.prlease.testkit;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import java.util.HashMap;
import java.util.Map;

/** Places of the reference store, and stores with a defect, for tests of other packages. */
public final class ReferencePlaces {
  private ReferencePlaces() {}

  /** A fresh, empty place. */
  public static StoreFixture fresh() {
    return new ReferenceStore.Fixture();
  }

  /** Reports refusals as swaps. */
  public static LeaseStore claimingToHaveSwapped(LeaseStore store) {
    return new BrokenCompares.ClaimsToHaveSwapped(store);
  }

  /** Assigns no fences. */
  public static LeaseStore takingAnyFence(LeaseStore store) {
    return new BrokenFences.TakesAnyFence(store);
  }

  /** Reports refusals as swaps, but only after so many exchanges of a key by one opening. */
  public static LeaseStore breakingAfter(int exchanges, LeaseStore store) {
    LeaseStore broken = claimingToHaveSwapped(store);
    return new DelegatingStore(store) {
      private final Map<LeaseKey, Integer> counts = new HashMap<>();

      @Override
      public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
        int count = counts.merge(key, 1, Integer::sum);
        return (count <= exchanges ? store : broken).compareAndExchange(key, expected, change);
      }
    };
  }

  /** Takes what is held for vacant. */
  public static LeaseStore takingWhatIsHeld(LeaseStore store) {
    return new DelegatingStore(store) {
      @Override
      public Exchange compareAndExchange(LeaseKey key, Expected expected, Change change) {
        LeaseSlot current = store.load(key);
        return expected instanceof Expected.Vacant && current instanceof LeaseSlot.Held
            ? store.compareAndExchange(key, Expected.exactly(current.version()), change)
            : store.compareAndExchange(key, expected, change);
      }
    };
  }
}

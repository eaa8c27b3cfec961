package dev.prlease.store.memory;

import dev.prlease.spi.StoreContext;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import dev.prlease.testkit.StoreFixture;
import java.util.Map;

/** Places for the suites: a name of a provider of their own. */
final class MemoryPlaces {
  private MemoryPlaces() {}

  static StoreFixture fresh() {
    MemoryLeaseStoreProvider provider = new MemoryLeaseStoreProvider();
    ManualClock clock = new ManualClock();
    // Watchers are to be called without a test letting time pass.
    ManualScheduler scheduler =
        new ManualScheduler(clock, ManualScheduler.Pauses.WAIT, Runnable::run);
    StoreContext context = new StoreContext(clock, scheduler, Map.of());
    return StoreFixture.of(() -> provider.open("test", context));
  }
}

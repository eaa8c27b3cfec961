package dev.prlease.micrometer;

import dev.prlease.spi.StoreContext;
import dev.prlease.store.memory.MemoryLeaseStoreProvider;
import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import dev.prlease.testkit.StoreFixture;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;

/** A store keeps every rule when its calls are timed, watching included. */
final class MeteredStoreContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() {
    MemoryLeaseStoreProvider provider = new MemoryLeaseStoreProvider();
    ManualClock clock = new ManualClock();
    ManualScheduler scheduler =
        new ManualScheduler(clock, ManualScheduler.Pauses.WAIT, Runnable::run);
    StoreContext context = new StoreContext(clock, scheduler, Map.of());
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    return StoreFixture.of(() -> MeteredStores.timed(provider.open("test", context), registry));
  }
}

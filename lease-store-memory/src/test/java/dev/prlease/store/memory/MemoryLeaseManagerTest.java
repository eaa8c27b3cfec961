package dev.prlease.store.memory;

import dev.prlease.testkit.LeaseManagerContract;
import dev.prlease.testkit.StoreFixture;

/** Leases keep their rules on the memory store. */
final class MemoryLeaseManagerTest extends LeaseManagerContract {
  @Override
  protected StoreFixture newPlace() {
    return MemoryPlaces.fresh();
  }
}

package dev.prlease.store.memory;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;

/** The memory store keeps every rule that can be seen from outside. */
final class MemoryStoreContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() {
    return MemoryPlaces.fresh();
  }
}

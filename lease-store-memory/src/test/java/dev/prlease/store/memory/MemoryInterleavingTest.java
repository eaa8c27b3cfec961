package dev.prlease.store.memory;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.explore.InterleavingContract;

/** Every schedule of the fixed scenarios, on the memory store. */
final class MemoryInterleavingTest extends InterleavingContract {
  @Override
  protected StoreFixture newPlace() {
    return MemoryPlaces.fresh();
  }

  @Override
  protected Effort effort() {
    return Effort.EVERY_SCHEDULE;
  }
}

package dev.prlease.store.memory;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.explore.InterleavingProperties;

/** Generated scenarios on the memory store. */
final class MemoryInterleavingPropertiesTest extends InterleavingProperties {
  @Override
  protected StoreFixture newPlace() {
    return MemoryPlaces.fresh();
  }
}

package dev.prlease.store.memory;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ThreadRaceContract;

/** Threads race on the memory store. */
final class MemoryThreadRaceTest extends ThreadRaceContract {
  @Override
  protected StoreFixture newPlace() {
    return MemoryPlaces.fresh();
  }
}

package dev.prlease.store.memory;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.explore.InterleavingContract;

/**
 * Every schedule of the fixed scenarios, on the memory store; a sample of them in the second pass
 * of {@code bin/test}, whose JDK and locale cannot change which schedules there are.
 */
final class MemoryInterleavingTest extends InterleavingContract {
  @Override
  protected StoreFixture newPlace() {
    return MemoryPlaces.fresh();
  }

  @Override
  protected Effort effort() {
    return Boolean.getBoolean("test.again") ? Effort.SAMPLE : Effort.EVERY_SCHEDULE;
  }
}

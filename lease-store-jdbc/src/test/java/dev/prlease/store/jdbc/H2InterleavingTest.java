package dev.prlease.store.jdbc;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.explore.InterleavingContract;

/** A sample of schedules of the fixed scenarios, and random ones, on H2. */
final class H2InterleavingTest extends InterleavingContract {
  @Override
  protected StoreFixture newPlace() {
    return EmbeddedPlaces.h2InMemory();
  }
}

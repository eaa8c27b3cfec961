package dev.prlease.store.jdbc;

import dev.prlease.testkit.LeaseManagerContract;
import dev.prlease.testkit.StoreFixture;

/** Leases keep their rules on H2. */
final class H2LeaseManagerTest extends LeaseManagerContract {
  @Override
  protected StoreFixture newPlace() {
    return EmbeddedPlaces.h2InMemory();
  }
}

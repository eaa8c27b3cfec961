package dev.prlease.store.jdbc;

import dev.prlease.testkit.LeaseManagerContract;
import dev.prlease.testkit.StoreFixture;

/** Leases keep their rules on SQLite. */
final class SqliteLeaseManagerTest extends LeaseManagerContract {
  @Override
  protected StoreFixture newPlace() {
    return EmbeddedPlaces.sqlite();
  }
}

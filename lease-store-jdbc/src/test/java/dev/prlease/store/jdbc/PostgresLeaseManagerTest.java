package dev.prlease.store.jdbc;

import dev.prlease.testkit.LeaseManagerContract;
import dev.prlease.testkit.StoreFixture;

/** Leases keep their rules on PostgreSQL. */
final class PostgresLeaseManagerTest extends LeaseManagerContract {
  @Override
  protected StoreFixture newPlace() {
    return PostgresPlaces.fresh();
  }
}

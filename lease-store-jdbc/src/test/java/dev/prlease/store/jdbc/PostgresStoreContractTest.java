package dev.prlease.store.jdbc;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;

/** PostgreSQL keeps every rule that can be seen from outside. */
final class PostgresStoreContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() {
    return PostgresPlaces.fresh();
  }
}

package dev.prlease.store.jdbc;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;

/** SQLite keeps every rule that can be seen from outside. */
final class SqliteStoreContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() {
    return EmbeddedPlaces.sqlite();
  }
}

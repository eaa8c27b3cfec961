package dev.prlease.store.jdbc;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;

/** H2 keeps every rule in files, too. */
final class H2FileContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() {
    return EmbeddedPlaces.h2File();
  }
}

package dev.prlease.store.jdbc;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;

/** H2 keeps every rule that can be seen from outside. */
final class H2StoreContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() {
    return EmbeddedPlaces.h2InMemory();
  }
}

package dev.prlease.testkit;

import dev.prlease.spi.LeaseStore;

/** The contract holds for the store that broken collections and diagnoses are made of. */
final class CollectingStoreTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() {
    return new ReferenceStore.Fixture() {
      @Override
      public LeaseStore open() {
        return new CollectingStore(place);
      }
    };
  }
}

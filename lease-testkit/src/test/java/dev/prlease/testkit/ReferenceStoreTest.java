package dev.prlease.testkit;

/** The contract holds for a store that is plainly right, with every capability. */
final class ReferenceStoreTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() {
    return new ReferenceStore.Fixture();
  }
}

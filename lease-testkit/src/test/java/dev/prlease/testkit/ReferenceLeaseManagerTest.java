package dev.prlease.testkit;

/** Leases keep their rules on the reference store, which has every capability. */
final class ReferenceLeaseManagerTest extends LeaseManagerContract {
  @Override
  protected StoreFixture newPlace() {
    return new ReferenceStore.Fixture();
  }
}

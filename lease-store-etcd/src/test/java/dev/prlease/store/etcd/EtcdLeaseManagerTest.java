package dev.prlease.store.etcd;

import dev.prlease.testkit.LeaseManagerContract;
import dev.prlease.testkit.StoreFixture;

/** Leases and claims on the etcd store keep the protocol's rules. */
final class EtcdLeaseManagerTest extends LeaseManagerContract {
  @Override
  protected StoreFixture newPlace() {
    return EtcdPlaces.fresh(Engine.one());
  }
}

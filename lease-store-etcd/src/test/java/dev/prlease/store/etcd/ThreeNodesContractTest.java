package dev.prlease.store.etcd;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;

/** The etcd store passes the contract, on a cluster of three. */
final class ThreeNodesContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() {
    return EtcdPlaces.fresh(Engine.three());
  }
}

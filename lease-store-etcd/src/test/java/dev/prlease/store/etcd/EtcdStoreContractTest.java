package dev.prlease.store.etcd;

import dev.prlease.testkit.LeaseStoreContract;
import dev.prlease.testkit.StoreFixture;

/** The etcd store passes the contract, on a cluster of one. */
final class EtcdStoreContractTest extends LeaseStoreContract {
  @Override
  protected StoreFixture newPlace() {
    return EtcdPlaces.fresh(Engine.one());
  }
}

package dev.prlease.store.etcd;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.explore.InterleavingContract;

/** A sample of the interleavings, on the etcd store. */
final class EtcdInterleavingTest extends InterleavingContract {
  @Override
  protected StoreFixture newPlace() {
    return EtcdPlaces.fresh(Engine.one());
  }
}

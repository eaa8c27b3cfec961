package dev.prlease.store.etcd;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ProcessRaceContract;

/** Processes race on the etcd store, on a cluster of three. */
final class EtcdProcessRaceTest extends ProcessRaceContract {
  @Override
  protected StoreFixture newPlace() {
    return EtcdPlaces.fresh(Engine.three());
  }

  @Override
  protected int rounds() {
    return Boolean.getBoolean("test.again") ? 16 : 32;
  }
}

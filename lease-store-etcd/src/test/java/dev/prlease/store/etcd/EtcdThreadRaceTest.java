package dev.prlease.store.etcd;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ThreadRaceContract;

/** Threads race on the etcd store. */
final class EtcdThreadRaceTest extends ThreadRaceContract {
  @Override
  protected StoreFixture newPlace() {
    return EtcdPlaces.fresh(Engine.three());
  }

  @Override
  protected int rounds() {
    return 40;
  }
}

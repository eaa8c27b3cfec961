package dev.prlease.testkit.race;

import dev.prlease.testkit.ReferencePlaces;
import dev.prlease.testkit.StoreFixture;

/** Threads race on the reference store. */
final class ReferenceThreadRaceTest extends ThreadRaceContract {
  @Override
  protected StoreFixture newPlace() {
    return ReferencePlaces.fresh();
  }
}

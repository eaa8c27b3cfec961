package dev.prlease.store.jdbc;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ThreadRaceContract;

/** Threads race on H2. */
final class H2ThreadRaceTest extends ThreadRaceContract {
  @Override
  protected StoreFixture newPlace() {
    return EmbeddedPlaces.h2InMemory();
  }
}

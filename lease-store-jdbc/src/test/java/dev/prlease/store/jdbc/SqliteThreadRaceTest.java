package dev.prlease.store.jdbc;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ThreadRaceContract;

/** Threads race on SQLite. */
final class SqliteThreadRaceTest extends ThreadRaceContract {
  @Override
  protected StoreFixture newPlace() {
    return EmbeddedPlaces.sqlite();
  }
}

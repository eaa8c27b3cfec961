package dev.prlease.store.jdbc;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ThreadRaceContract;

/** Threads race on PostgreSQL. */
final class PostgresThreadRaceTest extends ThreadRaceContract {
  @Override
  protected StoreFixture newPlace() {
    return PostgresPlaces.fresh();
  }
}

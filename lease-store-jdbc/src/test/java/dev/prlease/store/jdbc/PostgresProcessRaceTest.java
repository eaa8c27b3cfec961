package dev.prlease.store.jdbc;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ProcessRaceContract;

/** Processes race on PostgreSQL. */
final class PostgresProcessRaceTest extends ProcessRaceContract {
  @Override
  protected StoreFixture newPlace() {
    return PostgresPlaces.fresh();
  }

  /** Less in the second pass of {@code bin/test}. */
  @Override
  protected int rounds() {
    return Boolean.getBoolean("test.again") ? super.rounds() / 8 : super.rounds() / 2;
  }
}

package dev.prlease.store.jdbc;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ProcessRaceContract;

/** Processes race on SQLite. */
final class SqliteProcessRaceTest extends ProcessRaceContract {
  @Override
  protected StoreFixture newPlace() {
    return EmbeddedPlaces.sqlite();
  }

  @Override
  protected int rounds() {
    return Boolean.getBoolean("test.again") ? super.rounds() / 8 : super.rounds() / 4;
  }
}

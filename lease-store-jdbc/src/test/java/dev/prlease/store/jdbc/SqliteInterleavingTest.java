package dev.prlease.store.jdbc;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.explore.InterleavingContract;

/** A sample of schedules of the fixed scenarios, and random ones, on SQLite. */
final class SqliteInterleavingTest extends InterleavingContract {
  @Override
  protected StoreFixture newPlace() {
    return EmbeddedPlaces.sqlite();
  }
}

package dev.prlease.store.jdbc;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.explore.InterleavingContract;

/** A sample of schedules of the fixed scenarios, and random ones, on PostgreSQL. */
final class PostgresInterleavingTest extends InterleavingContract {
  @Override
  protected StoreFixture newPlace() {
    return PostgresPlaces.fresh();
  }
}

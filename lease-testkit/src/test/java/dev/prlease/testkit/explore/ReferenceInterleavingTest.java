package dev.prlease.testkit.explore;

import dev.prlease.testkit.ReferencePlaces;
import dev.prlease.testkit.StoreFixture;

/** The explorer finds nothing on the reference store. */
final class ReferenceInterleavingTest extends InterleavingContract {
  @Override
  protected StoreFixture newPlace() {
    return ReferencePlaces.fresh();
  }
}

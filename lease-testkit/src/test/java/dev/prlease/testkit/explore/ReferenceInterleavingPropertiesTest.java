package dev.prlease.testkit.explore;

import dev.prlease.testkit.ReferencePlaces;
import dev.prlease.testkit.StoreFixture;

/** Generated scenarios on the reference store. */
final class ReferenceInterleavingPropertiesTest extends InterleavingProperties {
  @Override
  protected StoreFixture newPlace() {
    return ReferencePlaces.fresh();
  }
}

package example.h2;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.explore.InterleavingContract;

/** Two sessions, in every order of their calls. */
final class H2InterleavingTest extends InterleavingContract {
  @Override
  protected StoreFixture newPlace() throws Exception {
    return H2Places.fresh();
  }
}

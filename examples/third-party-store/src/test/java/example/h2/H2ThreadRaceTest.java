package example.h2;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ThreadRaceContract;

/** Threads that want the same lease at once. */
final class H2ThreadRaceTest extends ThreadRaceContract {
  @Override
  protected StoreFixture newPlace() throws Exception {
    return H2Places.fresh();
  }
}

package dev.prlease.store.git;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ThreadRaceContract;
import java.io.IOException;

/** Threads race on the git store. */
final class GitThreadRaceTest extends ThreadRaceContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return GitPlaces.path();
  }

  @Override
  protected int rounds() {
    return 8;
  }
}

package dev.prlease.store.git;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.race.ProcessRaceContract;
import java.io.IOException;

/** Processes race on the git store. */
final class GitProcessRaceTest extends ProcessRaceContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return GitPlaces.path();
  }

  @Override
  protected int processes() {
    return 2;
  }

  @Override
  protected int rounds() {
    return 8;
  }
}

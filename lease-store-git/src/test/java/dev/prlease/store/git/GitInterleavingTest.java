package dev.prlease.store.git;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.explore.InterleavingContract;
import java.io.IOException;

/** A sample of schedules of the fixed scenarios, and random ones, on the git store. */
final class GitInterleavingTest extends InterleavingContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return GitPlaces.path();
  }
}

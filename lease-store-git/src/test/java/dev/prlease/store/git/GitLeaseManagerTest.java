package dev.prlease.store.git;

import dev.prlease.testkit.LeaseManagerContract;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;

/** Leases and claims keep their rules on the git store; see {@link LeftToTheSoak}. */
final class GitLeaseManagerTest extends LeaseManagerContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return GitPlaces.path();
  }
}

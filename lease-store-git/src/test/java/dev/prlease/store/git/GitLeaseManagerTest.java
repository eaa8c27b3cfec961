package dev.prlease.store.git;

import dev.prlease.testkit.LeaseManagerContract;
import dev.prlease.testkit.StoreFixture;
import java.io.IOException;
import org.junit.jupiter.api.extension.ExtendWith;

/** Leases and claims keep their rules on the git store. */
@ExtendWith(LeftToTheSoak.class)
final class GitLeaseManagerTest extends LeaseManagerContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return GitPlaces.path();
  }
}

package dev.prlease.store.git;

import dev.prlease.testkit.LeaseManagerContract;
import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.soak.SoakRun;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/** All the rules of leases and claims on the git store; run by {@code bin/soak}. */
@Tag("soak")
final class GitLeaseManagerSoak extends LeaseManagerContract {
  @Override
  protected StoreFixture newPlace() throws IOException {
    return GitPlaces.path();
  }

  @AfterAll
  static void git_leases() throws IOException {
    SoakRun run = SoakRun.of(1);
    run.tell("git-leases", Map.of("passes", Integer.toString(run.count())));
  }
}

package dev.prlease.store.git;

import dev.prlease.testkit.LeaseManagerContract;
import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.soak.SoakRun;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** All the rules of leases and claims on the git store; run by {@code bin/soak}. */
@Tag("soak")
final class GitLeaseManagerSoak extends LeaseManagerContract {
  private static int tests;

  @Override
  protected StoreFixture newPlace() throws IOException {
    return GitPlaces.path();
  }

  @AfterEach
  void count() {
    tests++;
  }

  @AfterAll
  static void git_leases() throws IOException {
    SoakRun.of(1).tell("git-leases", Map.of("tests", Integer.toString(tests)));
  }
}

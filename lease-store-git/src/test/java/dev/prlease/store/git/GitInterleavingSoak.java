package dev.prlease.store.git;

import dev.prlease.testkit.StoreFixture;
import dev.prlease.testkit.explore.InterleavingContract;
import dev.prlease.testkit.soak.SoakRun;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/**
 * A sample of schedules of all fixed scenarios, and random ones, on the git store; run by {@code
 * bin/soak}.
 */
@Tag("soak")
final class GitInterleavingSoak extends InterleavingContract {
  private static final SoakRun RUN = SoakRun.of(1);
  private static int tests;

  @Override
  protected StoreFixture newPlace() throws IOException {
    return GitPlaces.path();
  }

  @Override
  protected long seed() {
    return RUN.seed();
  }

  @AfterEach
  void count() {
    tests++;
  }

  @AfterAll
  static void interleavings_git() throws IOException {
    RUN.tell("interleavings-git", Map.of("tests, each of many schedules", Integer.toString(tests)));
  }
}

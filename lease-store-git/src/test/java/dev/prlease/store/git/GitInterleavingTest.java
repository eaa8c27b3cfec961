package dev.prlease.store.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.testkit.explore.RandomExploration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A few random schedules of random scenarios on the git store, always the same and others each
 * time; a failure tells its seed. {@code bin/soak interleavings-git} plays the fixed scenarios.
 */
@Timeout(300)
class GitInterleavingTest {
  private static final int SCHEDULES = 30;

  @Test
  void the_same_schedules_each_time_leave_one_owner() throws Exception {
    assertThat(RandomExploration.play(GitPlaces::path, 1051, SCHEDULES)).isEqualTo(SCHEDULES);
  }

  @Test
  void other_schedules_each_time_leave_one_owner() throws Exception {
    long seed = new Random().nextLong();
    assertThat(RandomExploration.play(GitPlaces::path, seed, SCHEDULES)).isEqualTo(SCHEDULES);
  }
}

package dev.prlease.testkit.explore;

import dev.prlease.testkit.StoreFixture;
import java.util.concurrent.Callable;

/**
 * Plays random schedules of random scenarios on a store, as many as there is time for. The same
 * seed plays the same ones, so a failure is found again by its seed.
 */
public final class RandomExploration {
  private static final int SCHEDULES_A_SCENARIO = 5;

  /** Each schedule has a key of its own, and a place should not grow without end. */
  private static final int SCENARIOS_A_PLACE = 400;

  private RandomExploration() {}

  /**
   * Plays {@code schedules} schedules of {@code seed}, or a few more.
   *
   * @param places makes fresh, empty places; closes each
   * @return how many were played
   * @throws AssertionError if something happened that must not; it tells the story and the seed
   */
  public static int play(Callable<? extends StoreFixture> places, long seed, int schedules)
      throws Exception {
    RandomScenarios scenarios = new RandomScenarios(seed);
    int played = 0;
    while (played < schedules) {
      try (StoreFixture place = places.call();
          Explorer explorer = new Explorer(place::open)) {
        for (int i = 0; i < SCENARIOS_A_PLACE && played < schedules; i++) {
          Scenario scenario = scenarios.next();
          try {
            explorer.sample(
                scenario, scenarios.nextStops(), scenarios.nextSeed(), SCHEDULES_A_SCENARIO);
          } catch (AssertionError found) {
            throw new AssertionError(
                "with seed "
                    + seed
                    + ", after "
                    + played
                    + " schedules: "
                    + scenario
                    + ": "
                    + found.getMessage(),
                found);
          }
          played += SCHEDULES_A_SCENARIO;
        }
      }
    }
    return played;
  }
}

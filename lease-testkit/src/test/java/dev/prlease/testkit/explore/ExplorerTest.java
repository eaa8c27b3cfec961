package dev.prlease.testkit.explore;

import static dev.prlease.testkit.explore.Act.ACQUIRE;
import static dev.prlease.testkit.explore.Act.ASSERT;
import static dev.prlease.testkit.explore.Act.RELEASE;
import static dev.prlease.testkit.explore.Act.RENEW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.ReferencePlaces;
import dev.prlease.testkit.StoreFixture;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class ExplorerTest {
  private static final Scenario ACQUIRING =
      Scenario.start()
          .player("alice", ACQUIRE, ACQUIRE, ACQUIRE)
          .player("bob", ACQUIRE, ACQUIRE, ACQUIRE);
  private static final Scenario ROUND =
      Scenario.start()
          .player("alice", ACQUIRE, ASSERT, RELEASE)
          .player("bob", ACQUIRE, ASSERT, RELEASE);

  private static Explorer explorer(UnaryOperator<LeaseStore> defect) {
    StoreFixture place = ReferencePlaces.fresh();
    return new Explorer(() -> defect.apply(place.open()));
  }

  @Test
  void two_sessions_of_three_calls_each_have_20_schedules_or_924() {
    Scenario oneCallEach =
        Scenario.start().player("alice", RELEASED_TWICE).player("bob", RELEASED_TWICE);
    try (Explorer explorer = explorer(UnaryOperator.identity())) {
      assertThat(explorer.exhaust(oneCallEach, Stops.BEFORE_CALLS)).isEqualTo(20);
      assertThat(explorer.exhaust(oneCallEach, Stops.AROUND_CALLS)).isEqualTo(924);
      assertThat(explorer.exhaust(ACQUIRING, Stops.BEFORE_CALLS)).isEqualTo(70);
    }
  }

  /** Each of these is one load when nobody holds anything. */
  private static final Act[] RELEASED_TWICE = {
    Act.RELEASE_SESSION, Act.RELEASE_SESSION, Act.RELEASE_SESSION
  };

  @Test
  void a_right_store_passes_in_every_order() {
    try (Explorer explorer = explorer(UnaryOperator.identity())) {
      explorer.exhaust(
          Scenario.start()
              .player("alice", ACQUIRE, ASSERT, RENEW, RELEASE)
              .player("bob", ACQUIRE, ASSERT, RELEASE),
          Stops.AROUND_CALLS);
    }
  }

  @Test
  void a_store_that_claims_to_have_swapped_gives_two_owners_and_the_story_is_told() {
    String story = storyOf(ReferencePlaces::claimingToHaveSwapped, ROUND);
    assertThat(story).contains("scenario: alice[acquire, assert, release]", "schedule: ");
    assertThat(story.lines().count()).as("lines of the story:\n%s", story).isLessThan(16);
  }

  @Test
  void a_store_that_judges_expiry_by_a_fast_clock_overwrites_live_leases() {
    assertThat(storyOf(ReferencePlaces::takingWhatIsHeld, ROUND))
        .contains("overwrote the live lease of");
  }

  @Test
  void a_store_that_takes_any_fence_lets_fences_stand_still() {
    assertThat(storyOf(ReferencePlaces::takingAnyFence, ROUND)).contains("no greater than");
  }

  @Test
  void a_failure_can_be_played_again_from_its_story() {
    String story = storyOf(ReferencePlaces::takingAnyFence, ROUND);
    String schedule =
        story.lines().filter(line -> line.startsWith("schedule: ")).findFirst().orElseThrow();
    String choices = schedule.substring("schedule: ".length(), schedule.indexOf(" ("));
    try (Explorer explorer = explorer(ReferencePlaces::takingAnyFence)) {
      AssertionError again =
          catchThrowableOfType(
              AssertionError.class, () -> explorer.replay(ROUND, Stops.AROUND_CALLS, choices));
      assertThat(again).as("the failure, played again").isNotNull();
      assertThat(String.valueOf(again.getMessage()).lines().findFirst())
          .isEqualTo(story.lines().findFirst());
    }
  }

  @Test
  void an_adoption_whose_trace_an_older_program_wipes_out_leaves_nothing_behind() {
    Scenario scenario =
        Scenario.start()
            .player("alice", ACQUIRE)
            .player("bob", Act.ADOPT)
            .happens(new Happening.LoseAnswer(1), new Happening.OlderRewrite());
    try (Explorer explorer = explorer(UnaryOperator.identity())) {
      explorer.replay(scenario, Stops.AROUND_CALLS, "0 1 1 2 0 0 1");
    }
  }

  @Test
  void time_that_passes_is_everybodys() {
    try (Explorer explorer = explorer(UnaryOperator.identity())) {
      explorer.exhaust(
          ROUND.happens(new Happening.Pass(Duration.ofSeconds(60))), Stops.AROUND_CALLS);
    }
  }

  private static String storyOf(UnaryOperator<LeaseStore> defect, Scenario scenario) {
    try (Explorer explorer = explorer(defect)) {
      AssertionError found =
          catchThrowableOfType(
              AssertionError.class, () -> explorer.exhaust(scenario, Stops.AROUND_CALLS));
      assertThat(found).as("what the explorer finds").isNotNull();
      return String.valueOf(found.getMessage());
    }
  }
}

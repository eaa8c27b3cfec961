package dev.prlease.testkit.explore;

import static dev.prlease.testkit.explore.Act.ACQUIRE;
import static dev.prlease.testkit.explore.Act.ASSERT;
import static dev.prlease.testkit.explore.Act.RELEASE;
import static dev.prlease.testkit.explore.Act.RENEW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.prlease.spi.LeaseStore;
import dev.prlease.testkit.ReferencePlaces;
import dev.prlease.testkit.StoreFixture;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

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
    assertIsReadable(story);
  }

  /** What went wrong, who plays, the schedule, and who did what in which order: a dozen lines. */
  private static void assertIsReadable(String story) {
    List<String> lines = story.lines().toList();
    assertThat(lines).as("the story:\n%s", story).hasSizeBetween(5, 3 + 12);
    assertThat(lines.get(0)).as("what went wrong").matches("(alice|bob|carol|operator)\\b.{10,}");
    assertThat(lines.get(1)).startsWith("scenario: alice[");
    assertThat(lines.get(2)).matches("schedule: [0-9 ]+ \\((AROUND|BEFORE)_CALLS\\)");
    assertThat(lines.subList(3, lines.size()))
        .allMatch(
            line ->
                line.matches("  \\d+\\. (alice|bob|carol|operator|time|older program)(/\\d)?: .+")
                    || line.matches("  … \\d+ steps, told when it is played again …"));
    assertThat(lines.get(3)).startsWith("  1. ");
  }

  @Test
  void a_long_story_is_told_by_its_beginning_and_its_end_and_whole_when_it_is_played_again() {
    Act[] often = {ACQUIRE, ASSERT, ACQUIRE, ASSERT, ACQUIRE, ACQUIRE, ACQUIRE, ACQUIRE, RELEASE};
    Scenario scenario =
        Scenario.start().player("alice", often).player("bob", often).player("carol", often);
    UnaryOperator<LeaseStore> lateDefect = store -> ReferencePlaces.breakingAfter(5, store);
    String story;
    try (Explorer explorer = explorer(lateDefect)) {
      story = messageOf(() -> explorer.sample(scenario, Stops.AROUND_CALLS, 1_051, 200));
    }
    assertIsReadable(story);
    assertThat(story).contains(" steps, told when it is played again …");
    String whole = replayOf(lateDefect, scenario, story);
    assertThat(whole).doesNotContain("steps, told").hasLineCount(wholeCount(story));
    assertThat(whole.lines().findFirst()).isEqualTo(story.lines().findFirst());
  }

  /** The number of the last step, and the three lines before the steps. */
  private static int wholeCount(String story) {
    String last = story.substring(story.lastIndexOf("\n  ") + 3);
    return 3 + Integer.parseInt(last.substring(0, last.indexOf('.')));
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
    assertThat(replayOf(ReferencePlaces::takingAnyFence, ROUND, story).lines().findFirst())
        .isEqualTo(story.lines().findFirst());
  }

  private static String replayOf(
      UnaryOperator<LeaseStore> defect, Scenario scenario, String story) {
    String schedule =
        story.lines().filter(line -> line.startsWith("schedule: ")).findFirst().orElseThrow();
    String choices = schedule.substring("schedule: ".length(), schedule.indexOf(" ("));
    try (Explorer explorer = explorer(defect)) {
      return messageOf(() -> explorer.replay(scenario, Stops.AROUND_CALLS, choices));
    }
  }

  private static String messageOf(ThrowingCallable exploring) {
    AssertionError found = catchThrowableOfType(AssertionError.class, exploring);
    assertThat(found).as("what the explorer finds").isNotNull();
    return String.valueOf(found.getMessage());
  }

  @Test
  void random_orders_fail_with_a_seed_that_finds_the_same_failure_again() {
    String first = failureOfRandomOrders();
    String property = first.substring(first.lastIndexOf("-D") + 2);
    assertThat(property).startsWith(InterleavingContract.SEED + "=");
    System.setProperty(InterleavingContract.SEED, property.substring(property.indexOf('=') + 1));
    try {
      assertThat(failureOfRandomOrders()).isEqualTo(first);
    } finally {
      System.clearProperty(InterleavingContract.SEED);
    }
    assertIsReadable(first.substring(0, first.lastIndexOf('\n')));
  }

  private static String failureOfRandomOrders() {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(
            selectMethod(
                Broken.class,
                "random_orders_with_another_seed_each_time_change_nothing_about_that"))
        .execute()
        .testEvents()
        .failed()
        .stream()
        .findFirst()
        .flatMap(event -> event.getRequiredPayload(TestExecutionResult.class).getThrowable())
        .map(failure -> String.valueOf(failure.getMessage()))
        .orElseThrow();
  }

  /** Random orders on a store that takes any fence. */
  static final class Broken extends InterleavingContract {
    @Override
    protected StoreFixture newPlace() {
      StoreFixture place = ReferencePlaces.fresh();
      return StoreFixture.of(() -> ReferencePlaces.takingAnyFence(place.open()));
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

  /**
   * Where an older program dropped the fence, a process puts back the one that it remembers, which
   * may be that of a holding before: whoever breaks the lease ends it for all of its session.
   */
  @Test
  void P14_a_break_ends_a_holding_whose_fence_went_back_to_an_earlier_one() {
    Scenario scenario =
        Scenario.start()
            .player("alice", ACQUIRE)
            .player("alice", ACQUIRE, Act.RELEASE_SESSION, ACQUIRE, Act.BREAK)
            .happens(new Happening.OlderRewrite(), new Happening.OlderAcquire());
    try (Explorer explorer = explorer(UnaryOperator.identity())) {
      explorer.exhaust(scenario, Stops.BEFORE_CALLS);
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
      return messageOf(() -> explorer.exhaust(scenario, Stops.AROUND_CALLS));
    }
  }
}

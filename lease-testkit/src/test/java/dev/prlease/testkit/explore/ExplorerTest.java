package dev.prlease.testkit.explore;

import static dev.prlease.testkit.explore.Act.ACQUIRE;
import static dev.prlease.testkit.explore.Act.ASSERT;
import static dev.prlease.testkit.explore.Act.RELEASE;
import static dev.prlease.testkit.explore.Act.RENEW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.testkit.ReferencePlaces;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ExplorerTest {
  private final Explorer explorer = new Explorer(ReferencePlaces.fresh()::open);

  @AfterEach
  void close() {
    explorer.close();
  }

  @Test
  void two_sessions_of_three_calls_each_have_20_schedules_or_924() {
    Scenario scenario =
        Scenario.start()
            .player("alice", ACQUIRE, ACQUIRE, ACQUIRE)
            .player("bob", ACQUIRE, ACQUIRE, ACQUIRE);
    assertThat(explorer.exhaust(scenario, Stops.BEFORE_CALLS)).isGreaterThanOrEqualTo(20);
    assertThat(explorer.exhaust(scenario, Stops.AROUND_CALLS)).isGreaterThanOrEqualTo(924);
  }

  @Test
  void a_plain_scenario_passes_in_every_order() {
    Scenario scenario =
        Scenario.start()
            .player("alice", ACQUIRE, ASSERT, RENEW, RELEASE)
            .player("bob", ACQUIRE, ASSERT, RELEASE);
    explorer.exhaust(scenario, Stops.AROUND_CALLS);
  }
}

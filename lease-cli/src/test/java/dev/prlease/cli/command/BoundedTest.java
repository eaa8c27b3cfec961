package dev.prlease.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Work that has a time, alone or together with other work. */
class BoundedTest {
  private static final Duration EACH = Duration.ofSeconds(8);

  private final ManualClock clock = new ManualClock();
  private final Bounded bounded =
      new Bounded(new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME), clock);
  private final Bounded.Budget budget = bounded.budget(Duration.ofSeconds(15));

  @Test
  @DisplayName(
      "All of a hook's questions have one time together: the one that comes late is not asked")
  void oneDeadline() throws InterruptedException {
    List<String> asked = new ArrayList<>();
    assertThat(budget.call(EACH, () -> asked.add("first"))).isPresent();
    clock.advance(Duration.ofSeconds(14));
    assertThat(budget.call(EACH, () -> asked.add("second"))).isPresent();
    clock.advance(Duration.ofSeconds(1));
    assertThat(budget.call(EACH, () -> asked.add("late"))).isEmpty();
    assertThat(asked).containsExactly("first", "second");
  }

  @Test
  @DisplayName("What fails, fails for its caller")
  void failure() {
    assertThatThrownBy(
            () ->
                budget.call(
                    EACH,
                    () -> {
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
  }
}

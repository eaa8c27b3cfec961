package dev.prlease.core;

import static dev.prlease.core.World.A;
import static dev.prlease.core.World.KEY;
import static dev.prlease.core.World.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** P11: where batches have shrunk to one key, calls for one tell whether they may grow again. */
final class PatienceTest {
  private final World world = new World();
  private final Patience patience = new Patience(world.manager.core(), (keeper, round) -> {});
  private final KeptGrant keeper =
      world
          .manager
          .keepers()
          .start(
              world.manager.acquire(KEY, A, TTL).grant(),
              KeepAliveOptions.DEFAULTS,
              LeaseListener.NONE);
  private final BatchSize size = new BatchSize();

  PatienceTest() {
    size.took(1, Duration.ofMillis(1));
    while (size.next() > 1) {
      size.tookTooLong(size.next());
    }
  }

  private void callTakes(Duration time) {
    Round round = new Round(List.of(keeper), Runnable::run);
    assertThat(
            patience.call(
                round,
                List.of(keeper),
                size,
                () -> {
                  world.clock.advance(time);
                  return "answer";
                },
                nothing -> {}))
        .contains("answer");
  }

  @Test
  void a_call_for_one_that_is_answered_in_time_lets_batches_grow() {
    callTakes(Duration.ofMillis(2));
    assertThat(size.next()).isGreaterThan(1);
    for (int i = 0; i < 10; i++) {
      callTakes(Duration.ofMillis(2));
    }
    assertThat(size.next()).isGreaterThan(20);
  }

  @Test
  void one_that_takes_too_long_is_slow_and_does_not() {
    callTakes(Patience.LEAST.plusMillis(1));
    assertThat(keeper.pace()).isEqualTo(KeptGrant.Pace.SLOW);
    assertThat(size.next()).isEqualTo(1);
  }

  @Test
  void one_in_doubt_that_takes_long_tells_nothing_about_the_others() {
    keeper.pace(KeptGrant.Pace.DOUBTFUL);
    callTakes(Duration.ofMillis(900));
    assertThat(keeper.pace()).isEqualTo(KeptGrant.Pace.SWIFT);
    assertThat(size.next()).isEqualTo(1);
  }
}

package dev.prlease.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ContextTest {
  private static final Map<String, String> SECRET = Map.of("GH_TOKEN", "ghp_secret");

  @Test
  void a_context_that_is_printed_shows_nothing_of_the_environment() {
    assertThat(new AuditContext(SECRET).toString()).doesNotContain("ghp_secret", "GH_TOKEN");
    assertThat(new StoreContext(new SystemClock(), new NoScheduler(), SECRET).toString())
        .doesNotContain("ghp_secret", "GH_TOKEN");
  }

  private static final class NoScheduler implements Scheduler {
    @Override
    public Handle after(Duration delay, Runnable timer) {
      throw new AssertionError("nothing is scheduled");
    }

    @Override
    public Handle every(Duration period, Runnable timer) {
      throw new AssertionError("nothing is scheduled");
    }

    @Override
    public Handle execute(Runnable task) {
      throw new AssertionError("nothing is run");
    }

    @Override
    public void pause(Duration duration) {}

    @Override
    public void close() {}
  }
}

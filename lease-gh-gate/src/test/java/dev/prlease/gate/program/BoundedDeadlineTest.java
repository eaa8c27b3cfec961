package dev.prlease.gate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.process.Deadline;
import dev.prlease.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The lease's deadline and a program's own time, by wall time and by ticks. */
class BoundedDeadlineTest {
  private final ManualClock clock = new ManualClock();

  /** A lease of which the ticks say another thing than the wall clock. */
  private record Lease(Instant wall, Duration remaining) implements Deadline {
    @Override
    public Duration grace() {
      return Duration.ofSeconds(5);
    }
  }

  @Test
  @DisplayName("Whichever comes first counts, by wall time and by ticks")
  void earlier() {
    Instant now = clock.now();
    Lease lease = new Lease(now.plusSeconds(100), Duration.ofSeconds(7));
    BoundedDeadline own = new BoundedDeadline(lease, clock, Duration.ofSeconds(10));
    assertThat(own.remaining()).isEqualTo(Duration.ofSeconds(7));
    assertThat(own.wall()).isEqualTo(now.plusSeconds(10));
    assertThat(own.grace()).isEqualTo(Duration.ofSeconds(5));
    assertThat(own.isOwn()).isFalse();
    clock.advance(Duration.ofSeconds(5));
    assertThat(own.remaining()).isEqualTo(Duration.ofSeconds(5));
    assertThat(own.isOwn()).isTrue();
    assertThat(own.grace()).isEqualTo(Duration.ofSeconds(5));
    BoundedDeadline quick = new BoundedDeadline(lease, clock, Duration.ofSeconds(4));
    assertThat(quick.grace())
        .as("a program whose time is no longer than the lease's grace begins all the same")
        .isEqualTo(Duration.ofSeconds(2));
    Lease brief = new Lease(now.plusSeconds(3), Duration.ofSeconds(70));
    assertThat(new BoundedDeadline(brief, clock, Duration.ofSeconds(10)).wall())
        .isEqualTo(now.plusSeconds(3));
  }
}

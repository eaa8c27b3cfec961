package dev.prlease.examples.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.AlreadyHeldException;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.spi.Gate;
import dev.prlease.spi.GatedAction;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What the page for those who come from the Rust reference shows does what it says. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FromTheReferenceTest {
  private static final LeaseKey KEY = LeaseKey.parse("rysweet/amplihack-rs#1051");

  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler =
      new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
  private final LeaseManager leases =
      LeaseManager.on(new InMemoryLeaseStore(scheduler)).clock(clock).scheduler(scheduler).build();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final FromTheReference host =
      new FromTheReference(
          leases, SessionId.of("session-b"), new PrintStream(out, true, StandardCharsets.UTF_8));

  @AfterEach
  void close() {
    leases.close();
  }

  @Test
  void who_comes_second_stands_down_and_who_is_alone_acts() {
    List<String> done = new ArrayList<>();
    PrLease a = leases.acquire(KEY, SessionId.of("session-a"), Ttl.DEFAULT);
    host.mergeUnlessHeld(() -> done.add("merged"));
    a.release();
    assertThat(done).isEmpty();
    assertThat(out.toString(StandardCharsets.UTF_8).strip())
        .isEqualTo(KEY + " is already being driven by session session-a; standing down");
    host.mergeUnlessHeld(() -> done.add("merged"));
    assertThat(done).containsExactly("merged");
    leases.acquire(KEY, SessionId.of("session-a"), Ttl.DEFAULT).release();
  }

  @Test
  void an_action_runs_under_a_lease_that_is_kept() throws Exception {
    GatedAction<String> action =
        new GatedAction<>() {
          @Override
          public String name() {
            return "merge";
          }

          @Override
          public String run(Gate gate) {
            return "merged " + gate.key();
          }
        };
    assertThat(host.actWhileKept(KEY, action)).isEqualTo("merged " + KEY);
  }

  @Test
  void a_lease_that_has_lapsed_is_another_sessions_without_sleeping() {
    PrLease a = leases.acquire(KEY, SessionId.of("session-a"), Ttl.DEFAULT);
    assertThatThrownBy(() -> leases.acquire(KEY, SessionId.of("session-b"), Ttl.DEFAULT))
        .isInstanceOf(AlreadyHeldException.class);
    clock.advance(Duration.ofSeconds(901));
    PrLease b = leases.acquire(KEY, SessionId.of("session-b"), Ttl.DEFAULT);
    assertThatThrownBy(a::assertOwned).isInstanceOf(NotOwnerException.class);
    b.release();
  }
}

package dev.prlease.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.core.LeaseManager;
import dev.prlease.core.PrLease;
import dev.prlease.mcp.CommandAnswer;
import dev.prlease.mcp.CommandCall;
import dev.prlease.mcp.Commands;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A call that waits says so now and then, as long as it waits. */
class WaitProgressTest {
  private static final LeaseKey KEY = LeaseKey.parse("acme/app#42");

  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler =
      new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
  private final LeaseManager leases =
      LeaseManager.on(new InMemoryLeaseStore()).clock(clock).scheduler(scheduler).build();
  private final List<String> told = new ArrayList<>();

  private final Commands commands =
      new Commands() {
        @Override
        public CommandAnswer run(CommandCall call, Consumer<String> line) {
          throw new AssertionError("nothing is run");
        }

        @Override
        public SessionId session() {
          return SessionId.of("me");
        }

        @Override
        public LeaseManager leases() {
          return leases;
        }
      };

  private final ToolCall call =
      new ToolCall() {
        @Override
        public void progress(String message) {
          told.add(message);
        }

        @Override
        public boolean isCancelled() {
          return false;
        }
      };

  private void seconds(int many) {
    for (int i = 0; i < many; i++) {
      scheduler.advance(Duration.ofSeconds(1));
    }
  }

  @Test
  void it_tells_who_is_waited_for_until_it_is_over() {
    PrLease held = leases.acquire(KEY, SessionId.of("somebody"), Ttl.of(Duration.ofHours(1)));
    WaitProgress waiting = new WaitProgress(commands, scheduler, KEY, call);
    seconds(4);
    assertThat(told).isEmpty();
    seconds(1);
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith("waiting: acme/app#42 is held by somebody until ");
    held.close();
    seconds(5);
    assertThat(told.get(1)).isEqualTo("waiting for acme/app#42");
    waiting.close();
    seconds(20);
    assertThat(told).hasSize(2);
  }
}

package dev.prlease.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.SessionId;
import dev.prlease.core.LeaseManager;
import dev.prlease.mcp.CommandAnswer;
import dev.prlease.mcp.CommandCall;
import dev.prlease.mcp.Commands;
import dev.prlease.mcp.keep.Holding;
import dev.prlease.mcp.keep.InUse;
import dev.prlease.mcp.keep.KeptClaims;
import dev.prlease.mcp.keep.KeptLeases;
import dev.prlease.store.memory.InMemoryLeaseStore;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What tools of claims have the command do, and what they make of its answers. */
class ClaimCallsTest {
  private static final SessionId ME = SessionId.of("me");
  private static final Holding MINE = new Holding(LeaseKey.parse("issue:acme/app#760"), ME);
  private static final String GRANTED =
      "{\"key\":\"issue:acme/app#760\",\"outcome\":\"%s\",\"ttl_secs\":14400,\"claim\":{\"remote\":"
          + "{\"name\":\"up\",\"url\":\"git@x:a/b\"},\"operation\":\"author_issue_work\","
          + "\"branch\":\"fix\",\"worktree\":\"/real/wt\"}}";

  private final ManualClock clock = new ManualClock();
  private final ManualScheduler scheduler =
      new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
  private final InUse inUse = new InUse();
  private final KeptClaims kept = new KeptClaims(clock, inUse);
  private final List<List<String>> calls = new ArrayList<>();
  private CommandAnswer answer = new CommandAnswer(0, GRANTED.formatted("taken"), "");
  private boolean cancelled;

  private final Commands commands =
      new Commands() {
        private final LeaseManager leases =
            LeaseManager.on(new InMemoryLeaseStore()).clock(clock).scheduler(scheduler).build();

        @Override
        public CommandAnswer run(CommandCall call, Consumer<String> line) {
          calls.add(call.words());
          return answer;
        }

        @Override
        public SessionId session() {
          return ME;
        }

        @Override
        public LeaseManager leases() {
          return leases;
        }
      };

  private final Bench bench =
      new Bench(
          commands,
          new KeptLeases(commands::leases, scheduler, clock, Duration.ofMinutes(30), holding -> {}),
          kept,
          inUse,
          new ObjectMapper());

  private final ToolCall call =
      new ToolCall() {
        @Override
        public void progress(String message) {}

        @Override
        public boolean isCancelled() {
          return cancelled;
        }
      };

  @AfterEach
  void clear() {
    Thread.interrupted();
  }

  private Result call(String tool, Object... more) {
    Map<String, Object> given = new HashMap<>();
    given.put("repository", "acme/app");
    given.put("issue", 760);
    for (int i = 0; i < more.length; i += 2) {
      given.put(String.valueOf(more[i]), more[i + 1]);
    }
    ClaimCalls claims = new ClaimCalls(bench, commands, kept);
    List<ToolSpec> all = new ArrayList<>(new ClaimTools(claims).all());
    all.addAll(new ClaimMoveTools(claims).all());
    ToolSpec spec = all.stream().filter(one -> one.name().equals(tool)).findFirst().orElseThrow();
    return spec.handler().call(Arguments.read(spec.parameters(), given), call);
  }

  @Test
  void a_claim_is_taken_on_the_terms_that_the_call_names_and_kept_on_those_that_were_granted() {
    Result taken =
        call("claim_take", "worktree", "/link/wt", "branch", "fix", "holder_pid", 42, "ttl", "2h");
    assertThat(taken.isDone()).isTrue();
    assertThat(calls.get(0))
        .startsWith("claim")
        .containsExactlyInAnyOrder(
            "claim",
            "--json",
            "take",
            "--worktree=/link/wt",
            "--branch=fix",
            "--holder-pid=42",
            "--ttl=2h",
            "--key=issue:acme/app#760",
            "--session=me");
    clock.advance(Duration.ofHours(1));
    kept.called(ME);
    assertThat(calls.get(1))
        .containsExactlyInAnyOrder(
            "claim",
            "--json",
            "heartbeat",
            "--worktree=/real/wt",
            "--branch=fix",
            "--remote=up",
            "--operation=author_issue_work",
            "--holder-pid=42",
            "--ttl=14400s",
            "--key=issue:acme/app#760",
            "--session=me");
  }

  @Test
  void a_claim_whose_taker_waits_for_no_answer_any_more_is_given_back() {
    cancelled = true;
    Result unused = call("claim_take", "worktree", "/wt");
    assertThat(calls).hasSize(2);
    assertThat(calls.get(1)).contains("claim", "release", "--session=me");
    assertThat(kept.has(MINE)).isFalse();
  }

  @Test
  void a_renewal_whose_answer_nobody_waits_for_stays_its_owners() {
    cancelled = true;
    answer = new CommandAnswer(0, GRANTED.formatted("renewed"), "");
    Result unused = call("claim_renew", "worktree", "/wt");
    assertThat(calls).hasSize(1);
    assertThat(kept.has(MINE)).isTrue();
  }

  @Test
  void a_heartbeat_that_a_signal_ends_leaves_the_call_interrupted() {
    Result unused = call("claim_take", "worktree", "/wt");
    answer = new CommandAnswer(130, "", "interrupted");
    clock.advance(Duration.ofHours(1));
    kept.called(ME);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(kept.has(MINE)).isTrue();
  }

  @Test
  void a_refusal_tells_what_a_model_does_and_keeps_the_command_for_people() {
    answer =
        new CommandAnswer(
            77,
            "{\"error\":\"claim-refused\",\"message\":\"m\",\"next\":\"prlease claim renew\","
                + "\"step\":\"verify\",\"reasons\":[{\"code\":\"expired\",\"expected\":\"e\","
                + "\"found\":\"f\"}],\"found\":null}",
            "");
    Result refused = call("claim_verify", "worktree", "/wt");
    assertThat(refused.text("next")).contains("claim_renew");
    assertThat(refused.text("next_command")).isEqualTo("prlease claim renew");
    assertThat(refused.fields()).containsEntry("exit_code", 77).doesNotContainKey("found");
  }

  @Test
  void what_is_given_back_is_kept_no_more() {
    Result unused = call("claim_take", "worktree", "/wt");
    assertThat(kept.has(MINE)).isTrue();
    answer = new CommandAnswer(0, "{\"outcome\":\"released\"}", "");
    assertThat(call("claim_release").text("outcome")).isEqualTo("released");
    assertThat(kept.has(MINE)).isFalse();
  }
}

package dev.prlease.cli;

import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.claim.Claim;
import dev.prlease.api.claim.ClaimGrant;
import dev.prlease.cli.ClaimScene.Work;
import dev.prlease.cli.McpAgent.Told;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ScriptedPull;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The story of the third seed, through the MCP server as a process of its own that the official
 * client drives: an author's claim runs out while the server and its client live on, and is renewed
 * by its exact owner. Real git with worktrees, the real gh, a forge on the loopback.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpClaimStoryTest {
  @TempDir private static Path top = Path.of("");
  private static Optional<ClaimScene> set = Optional.empty();
  private static Optional<McpAgent> started = Optional.empty();

  @BeforeAll
  static void start() throws Exception {
    ClaimScene made = new ClaimScene(top);
    set = Optional.of(made);
    started = Optional.of(made.agent("--session", "author"));
  }

  @AfterAll
  static void stop() {
    started.ifPresent(McpAgent::close);
    set.ifPresent(ClaimScene::close);
  }

  private static ClaimScene scene() {
    return set.orElseThrow();
  }

  private static McpAgent agent() {
    return started.orElseThrow();
  }

  private static Told done(Told told, String outcome) {
    assertThat(told.fields()).as(told.text()).containsEntry("outcome", outcome);
    return told;
  }

  private static Told refused(Told told, String... codes) {
    assertThat(told.error()).as(told.text()).isEqualTo("claim-refused");
    assertThat(codes(told)).as(told.text()).containsExactly(codes);
    return told;
  }

  private static List<String> codes(Told told) {
    return told.list("reasons").stream().map(reason -> String.valueOf(reason.get("code"))).toList();
  }

  private static Claim claim(LeaseRecord record) {
    return record.claim().orElseThrow();
  }

  /** The server's process, as it says itself. */
  private static long pidOfTheServer() throws Exception {
    Work any = scene().work();
    Object[] pull = {"repository", "acme/any", "pull_request", any.issue};
    Told taken = agent().call("lease_acquire", pull);
    assertThat(agent().call("lease_release", pull).fields()).containsEntry("released", true);
    long pid = Long.parseLong(String.valueOf(taken.object("holder").get("pid")));
    assertThat(ProcessHandle.of(pid).flatMap(ProcessHandle::parent).map(ProcessHandle::pid))
        .as("a process of its own, that this one started")
        .contains(ProcessHandle.current().pid());
    return pid;
  }

  @Test
  void AC1_AC13_AC15_a_claim_that_ran_out_under_a_living_daemon_is_renewed_and_verified_at_once()
      throws Exception {
    Work work = scene().work();
    work.pullRequest();
    LeaseRecord prior = work.takenLongAgo(agent());
    assertThat(agent().call("claim_show", work.named()).get("state")).isEqualTo("expired");
    Told over = refused(agent().call("claim_verify", work.on()), "expired");
    assertThat(over.fields()).containsEntry("exit_code", 77);
    assertThat(over.get("next")).contains("claim_renew");

    Told renewed = done(agent().call("claim_renew", work.on()), "renewed");

    done(agent().call("claim_verify", work.on()), "verified");
    done(agent().call("claim_heartbeat", work.on()), "kept");
    assertThat(agent().call("claim_show", work.named()).get("state")).isEqualTo("held");
    assertThat(renewed.fields()).containsEntry("ttl_secs", 14_400);
    ClaimGrant grant = claim(work.record()).lastGrant().orElseThrow();
    assertThat(grant.kind()).isEqualTo(ClaimGrant.Kind.EXACT_OWNER);
    ClaimGrant.Prior before = grant.prior().orElseThrow();
    assertThat(before.expiresAt()).isEqualTo(prior.expiresAt());
    assertThat(before.process()).isEqualTo(claim(prior).process());
    assertThat(before.process().identity().pid())
        .as("the client, which is alive")
        .isEqualTo(ProcessHandle.current().pid());
    assertThat(grant.evidence()).as("each piece with its source and time").hasSize(11);
    assertThat(agent().call("lease_audit", "of_session", "author").get("events"))
        .contains("exact-owner-renewal");
    done(agent().call("claim_release", work.named()), "released");
    assertThat(agent().call("claim_show", work.named()).get("state")).isEqualTo("free");
  }

  @Test
  void AC16_a_server_that_stays_alive_after_expiry_is_no_evidence_of_a_task() throws Exception {
    Work work = scene().work();
    long server = pidOfTheServer();
    LeaseRecord prior = work.takenLongAgo(agent(), "holder_pid", server);
    assertThat(claim(prior).process().identity().pid()).isEqualTo(server);
    assertThat(agent().call("lease_list").refused()).as("it lives, and answers").isFalse();

    refused(agent().call("claim_verify", work.on()), "expired");
    refused(agent().call("claim_heartbeat", work.on("holder_pid", server)), "expired");
    Files.writeString(work.worktree.resolve("untracked"), "x");
    refused(agent().call("claim_renew", work.on("holder_pid", server)), "worktree-not-clean");
    assertThat(work.record()).isEqualTo(prior);
    Files.delete(work.worktree.resolve("untracked"));

    Told reclaim = agent().call("claim_reclaim", work.named("session", "stranger"));
    refused(reclaim, "recorded-process-not-dead", "recorded-worktree-not-gone");
    assertThat(work.record()).as("alive is no ground to take it over either").isEqualTo(prior);
    done(agent().call("claim_renew", work.on("holder_pid", server)), "renewed");
    done(agent().call("claim_verify", work.on()), "verified");
  }

  @Test
  void AC11_a_claim_that_ran_out_is_anothers_once_its_process_is_proven_dead() throws Exception {
    Work work = scene().work();
    Work other = scene().work();
    Process task = new ProcessBuilder("cat").start();
    LeaseRecord prior = work.takenLongAgo(agent(), "holder_pid", task.pid());
    Object[] foreign = other.on("issue", work.issue, "session", "stranger");
    Told alive = agent().call("claim_take", foreign);
    assertThat(codes(alive))
        .as(alive.text())
        .contains(
            "branch-differs",
            "worktree-differs",
            "recorded-process-not-dead",
            "recorded-worktree-not-gone");
    assertThat(alive.fields()).containsEntry("exit_code", 75);
    assertThat(work.record()).isEqualTo(prior);
    task.destroy();
    assertThat(task.waitFor()).isNotZero();
    done(agent().call("claim_take", foreign), "taken-over");
    done(agent().call("claim_verify", foreign), "verified");
    refused(
        agent().call("claim_verify", work.on()),
        "other-session",
        "branch-differs",
        "worktree-differs");
  }

  @Test
  void AC11_a_claim_that_ran_out_is_anothers_once_its_worktree_is_gone() throws Exception {
    Work work = scene().work();
    Work other = scene().work();
    LeaseRecord prior = work.takenLongAgo(agent());
    Told there = agent().call("claim_reclaim", work.named());
    refused(there, "recorded-process-not-dead", "recorded-worktree-not-gone");
    assertThat(work.record()).isEqualTo(prior);
    scene().git("worktree", "remove", work.worktree.toString());
    done(
        agent().call("claim_take", other.on("issue", work.issue, "session", "stranger")),
        "taken-over");
  }

  @Test
  void AC12_AC15_a_live_claim_of_somebody_else_is_nobodys_to_have() throws Exception {
    Work work = scene().work();
    Work other = scene().work();
    Process task = new ProcessBuilder("cat").start();
    done(agent().call("claim_take", work.on("holder_pid", task.pid())), "taken");
    task.destroy();
    assertThat(task.waitFor()).isNotZero();
    LeaseSlot before = work.slot();
    Object[] foreign = other.on("issue", work.issue, "session", "stranger");
    for (String tool : List.of("claim_take", "claim_renew")) {
      Told told =
          refused(agent().call(tool, foreign), "live", "branch-differs", "worktree-differs");
      assertThat(told.get("next")).startsWith("Stand down");
      assertThat(told.object("found")).containsEntry("owner_session_id", "author");
    }
    refused(agent().call("claim_reclaim", work.named("session", "stranger")), "live");
    Object[] release = work.named("session", "stranger");
    refused(agent().call("claim_release", release), "other-session");
    assertThat(work.slot()).isEqualTo(before);
  }

  @Test
  void what_changes_between_the_evidence_and_the_exchange_is_put_back() throws Exception {
    Work work = scene().work();
    LeaseRecord prior = work.takenLongAgo(agent());
    // When the first of these is asked, heads and worktree were looked at, and nothing is written.
    renewWhile(
        "PrleaseClosing",
        1,
        () -> work.in("push", "-q", "-f", "origin", "main:refs/heads/" + work.branch),
        work,
        "heads-differ",
        "evidence-changed");
    work.push();
    renewWhile(
        "PrleaseClosing",
        1,
        () -> {
          work.commit("both heads move");
          work.push();
        },
        work,
        "evidence-changed",
        "evidence-changed");
    Path late = work.worktree.resolve("late");
    renewWhile("PrleaseClosing", 1, () -> Files.writeString(late, "x"), work, "worktree-not-clean");
    Files.delete(late);
    assertThat(work.record()).isEqualTo(prior);
    // When this is asked for the third time, the grant is written and waits for its confirmation.
    ScriptedPull theirs =
        scene().forge.pull(scene().repository, scene().number()).branch("theirs").head(sha('b'));
    renewWhile(
        "PrleaseViewer",
        3,
        () -> scene().forge.state().issue(scene().repository, work.issue, theirs),
        work,
        "competing-pull-request");
    theirs.closed();
    assertThat(work.record()).isEqualTo(prior);
    refused(agent().call("claim_verify", work.on()), "expired");
    done(agent().call("claim_renew", work.on()), "renewed");
  }

  @FunctionalInterface
  private interface Change {
    void happen() throws Exception;
  }

  /** The renewal is granted, and put back, since something changes with the request that is nth. */
  private static void renewWhile(
      String request, int nth, Change change, Work work, String... codes) {
    CountDownLatch happened = new CountDownLatch(1);
    Runnable first =
        () -> {
          try {
            change.happen();
          } catch (Exception failed) {
            throw new AssertionError(failed);
          }
          happened.countDown();
        };
    scene().forge.faults().nth(request, nth, new Fault.First(first));
    Told told = refused(agent().call("claim_renew", work.on()), codes);
    assertThat(happened.getCount()).as("it did change in that moment").isZero();
    assertThat(told.fields()).as(told.text()).containsEntry("aftermath", "put-back");
  }

  @Test
  void of_two_exact_owners_in_two_processes_one_renews_and_the_other_learns_who_did()
      throws Exception {
    Work work = scene().work();
    work.takenLongAgo(agent());
    CountDownLatch go = new CountDownLatch(1);
    scene().forge.faults().next("PrleaseClosing", new Fault.HangsBefore(go));
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      int asked = scene().forge.log("PrleaseClosing").size();
      Future<Told> first = threads.submit(() -> agent().call("claim_renew", work.on()));
      awaitMore("PrleaseClosing", asked);
      assertThat(scene().claim("renew", work, "author-after-restart").json("outcome"))
          .isEqualTo("renewed");
      go.countDown();
      Told late = refused(first.get(), "other-session");
      assertThat(late.object("found"))
          .as(late.text())
          .containsEntry("owner_session_id", "author-after-restart");
      assertThat(late.get("next")).contains("claim_adopt");
      assertThat(scene().claim("verify", work, "author-after-restart").json("outcome"))
          .isEqualTo("verified");
    } finally {
      go.countDown();
      threads.shutdownNow();
    }
  }

  private static void awaitMore(String operation, int than) {
    while (scene().forge.log(operation).size() <= than) {
      Thread.onSpinWait();
    }
  }

  @Test
  void L35_a_claim_outlives_its_server_and_is_adopted_by_the_session_after_it() throws Exception {
    Work work = scene().work();
    try (McpAgent before = scene().agent("--session", "before")) {
      done(before.call("claim_take", work.on()), "taken");
    }
    assertThat(agent().call("claim_show", work.named()).fields())
        .as("the client is gone, the work is not")
        .containsEntry("state", "held")
        .containsEntry("owner_session_id", "before");
    Told refused = refused(agent().call("claim_take", work.on()), "other-session");
    assertThat(refused.get("next")).contains("claim_adopt");
    done(agent().call("claim_adopt", work.on("from", "before")), "adopted");
    done(agent().call("claim_verify", work.on()), "verified");
    assertThat(work.record().owner().value()).isEqualTo("author");
  }

  @Test
  void the_id_of_another_session_is_no_way_to_act_on_its_claim() throws Exception {
    Work work = scene().work();
    assertThat(scene().claim("take", work, "somebody").json("outcome")).isEqualTo("taken");
    for (String tool : List.of("claim_take", "claim_heartbeat", "claim_renew", "claim_verify")) {
      Told told = agent().call(tool, work.on("session", "somebody"));
      assertThat(told.error()).as(tool).isEqualTo("not-owner");
      assertThat(told.get("next")).contains("claim_adopt");
    }
    work.age();
    Told told = agent().call("claim_release", work.named("session", "somebody"));
    assertThat(told.error()).as("also of one that ran out").isEqualTo("not-owner");
    assertThat(work.record().owner().value()).isEqualTo("somebody");
  }

  @Test
  void two_calls_at_once_do_not_act_on_one_claim_at_the_same_time() throws Exception {
    Work work = scene().work();
    CountDownLatch go = new CountDownLatch(1);
    scene().forge.faults().next("PrleaseClosing", new Fault.HangsBefore(go));
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      int asked = scene().forge.log("PrleaseClosing").size();
      Future<Told> first = threads.submit(() -> agent().call("claim_take", work.on()));
      awaitMore("PrleaseClosing", asked);
      Told second = agent().call("claim_take", work.on());
      assertThat(second.error()).as(second.text()).isEqualTo("already-held");
      assertThat(second.get("message")).startsWith("another tool call");
      assertThat(agent().call("claim_show", work.named()).get("state")).isEqualTo("free");
      go.countDown();
      done(first.get(), "taken");
    } finally {
      go.countDown();
      threads.shutdownNow();
    }
  }

  @Test
  void a_client_that_is_gone_in_the_middle_of_a_claim_leaves_nothing_behind() throws Exception {
    for (int moment : List.of(1, 2)) {
      Work work = scene().work();
      CountDownLatch never = new CountDownLatch(1);
      scene().forge.faults().clear().nth("PrleaseClosing", moment, new Fault.HangsBefore(never));
      int asked = scene().forge.log("PrleaseClosing").size();
      try (McpPipe pipe = pipe()) {
        int unused = pipe.call("claim_take", json(work));
        awaitMore("PrleaseClosing", asked + moment - 1);
        String state = agent().call("claim_show", work.named()).get("state");
        assertThat(state).isEqualTo(moment == 1 ? "free" : "pending");
        assertThat(pipe.hangUp().code()).isZero();
      }
      never.countDown();
      assertThat(agent().call("claim_show", work.named()).get("state")).isEqualTo("free");
    }
  }

  private static McpPipe pipe() throws IOException {
    McpPipe pipe =
        new McpPipe(
            scene().processing,
            scene().processing.directory,
            scene().environment,
            "--session",
            "soon gone");
    pipe.shakeHands("2025-06-18");
    return pipe;
  }

  private static String json(Work work) throws IOException {
    Object[] all = work.on();
    ObjectNode arguments = McpPipe.JSON.createObjectNode();
    for (int i = 0; i < all.length; i += 2) {
      arguments.set(String.valueOf(all[i]), McpPipe.JSON.valueToTree(all[i + 1]));
    }
    return arguments.toString();
  }
}

package dev.prlease.cli;

import static dev.prlease.gate.fixture.ScriptedPull.sha;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.prlease.cli.McpAgent.Told;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.ScriptedCheck;
import dev.prlease.gate.fixture.ScriptedPull;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tools that change a pull request: real server, real gh and git, a forge on the loopback. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpGateTest {
  private static final String REPO = ForgeServer.HOST + "/acme/app";
  private static final String KEY = REPO + "#42";
  private static final String ON_42 = "{\"repository\":\"" + REPO + "\",\"pull_request\":42}";
  private static final String TOKEN = "gho_0123456789abcdefghijABCDEFGHIJ012345";

  @TempDir Path top = Path.of("");
  private Processing processing;
  private final Map<String, String> environment = new HashMap<>();
  private Optional<ForgeServer> started = Optional.empty();
  private Optional<ScriptedPull> scripted = Optional.empty();

  @BeforeEach
  void start() throws IOException {
    processing = new Processing(top);
    started = Optional.of(ForgeServer.start());
    forge().state().login(TOKEN, "kim");
    environment.put("PRLEASE_HOME", processing.home.toString());
    environment.putAll(forge().environment(Files.createDirectories(top.resolve("gh")), TOKEN));
    scripted = Optional.of(forge().pull("acme/app", 42));
    pull().checks(ScriptedCheck.ended("build", "SUCCESS"));
  }

  @AfterEach
  void stop() {
    started.ifPresent(ForgeServer::close);
  }

  private ForgeServer forge() {
    return started.orElseThrow();
  }

  private ScriptedPull pull() {
    return scripted.orElseThrow();
  }

  private McpAgent agent() {
    return new McpAgent(processing.directory, environment);
  }

  private McpPipe pipe() throws IOException {
    McpPipe pipe = new McpPipe(processing, processing.directory, environment);
    JsonNode unused = pipe.shakeHands("2025-06-18");
    return pipe;
  }

  private static Object[] on42(Object... more) {
    List<Object> all = new ArrayList<>(List.of("repository", REPO, "pull_request", 42));
    all.addAll(List.of(more));
    return all.toArray();
  }

  private String status() {
    return processing.here("status", "--key", KEY).out();
  }

  @Test
  void pr_watch_and_merge_tells_how_things_stand_and_merges_the_head_whose_checks_passed() {
    pull()
        .checks(ScriptedCheck.running("build"))
        .onRead(3, pull -> pull.checks(ScriptedCheck.ended("build", "SUCCESS")));
    try (McpAgent agent = agent()) {
      Told taken = agent.call("lease_acquire", on42());
      assertThat(taken.refused()).as(taken.text()).isFalse();
      Told told = agent.call("pr_watch_and_merge", on42("interval", "5s"));
      assertThat(told.fields())
          .as(told.text())
          .containsEntry("outcome", "merged")
          .containsEntry("head", sha('a'))
          .containsEntry("merged_by", "kim");
      assertThat(agent.progress)
          .anyMatch(line -> line.contains("0 checks passed, 1 pending"))
          .anyMatch(line -> line.contains("all checks of " + sha('a') + " passed"));
      assertThat(agent.call("lease_status", on42()).get("state")).isEqualTo("free");
      assertThat(agent.call("lease_audit", on42()).get("events"))
          .contains("gate-passed")
          .doesNotContain(TOKEN);
      assertThat(agent.complaints).isEmpty();
    }
  }

  @Test
  void pr_merge_merges_what_is_there_and_a_refusal_says_why() {
    try (McpAgent agent = agent()) {
      pull().review("REVIEW_REQUIRED");
      Told barred = agent.call("pr_merge", on42());
      assertThat(barred.error()).as(barred.text()).isEqualTo("action-refused");
      assertThat(barred.get("message")).isNotBlank();
      pull().review("APPROVED");
      assertThat(agent.call("pr_merge", on42("dry_run", true)).get("would")).contains("merge");
      assertThat(forge().log("merged")).isEmpty();
      Told merged = agent.call("pr_merge", on42("method", "rebase"));
      assertThat(merged.fields()).as(merged.text()).containsEntry("outcome", "merged");
      Told again = agent.call("pr_merge", on42());
      assertThat(again.fields()).as(again.text()).containsEntry("outcome", "already-merged");
      assertThat(forge().log("merged")).hasSize(1);
    }
  }

  @Test
  void who_comes_second_stands_down_and_merges_nothing() {
    Answer unused = processing.here("acquire", "--key", KEY, "--session", "other");
    try (McpAgent agent = agent()) {
      for (String tool : List.of("pr_merge", "pr_watch_and_merge")) {
        Told told = agent.call(tool, on42());
        assertThat(told.error()).isEqualTo("already-held");
        assertThat(told.get("owner_session_id")).isEqualTo("other");
      }
      assertThat(forge().log("merged")).isEmpty();
    }
  }

  @Test
  void a_watch_that_is_cancelled_merges_nothing_and_leaves_the_lease_as_it_was() throws Exception {
    pull().checks(ScriptedCheck.running("build"));
    try (McpPipe pipe = pipe()) {
      JsonNode taken = pipe.answer("lease_acquire", ON_42);
      assertThat(taken.path("result").asText()).as(taken.toString()).isEqualTo("done");
      int watching = pipe.call("pr_watch_and_merge", ON_42);
      forge().await("PrleasePullRequest");
      JsonNode busy = pipe.answer("lease_release", ON_42);
      assertThat(busy.path("message").asText()).startsWith("another tool call");
      pipe.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
              + watching
              + ",\"reason\":\"test\"}}");
      JsonNode asserted = pipe.answer("lease_assert", ON_42);
      assertThat(asserted.path("owned").asBoolean()).as(asserted.toString()).isTrue();
      JsonNode released;
      do {
        released = pipe.answer("lease_release", ON_42);
      } while (released.path("message").asText().startsWith("another tool call"));
      assertThat(released.path("released").asBoolean()).as(released.toString()).isTrue();
      assertThat(pipe.hangUp().out()).doesNotContain("\"id\":" + watching + ",");
    }
    assertThat(forge().log("merged")).isEmpty();
  }

  @Test
  void a_client_that_is_gone_in_the_middle_of_a_merge_ends_it_and_the_lease() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    forge().faults().always("PullRequestMerge", new Fault.HangsBefore(never));
    try (McpPipe pipe = pipe()) {
      int unused = pipe.call("pr_merge", ON_42);
      forge().await("PullRequestMerge");
      assertThat(status()).contains("held");
      List<ProcessHandle> children = pipe.server.process.descendants().toList();
      assertThat(children).isNotEmpty();
      assertThat(pipe.hangUp().code()).isZero();
      children.forEach(child -> child.onExit().join());
    }
    assertThat(status()).contains("free");
    assertThat(forge().log("merged")).isEmpty();
  }

  @Test
  void without_gh_it_says_what_to_install() {
    environment.put("PATH", "/nonexistent");
    try (McpAgent agent = agent()) {
      Told told = agent.call("pr_merge", on42());
      assertThat(told.error()).as(told.text()).isEqualTo("forge-program-missing");
      assertThat(told.get("next")).isNotBlank();
    }
  }

  @Test
  void pr_push_moves_the_branch_of_a_checkout_and_no_other() throws Exception {
    Path bare = makeCheckout();
    try (McpAgent agent = agent()) {
      Told taken = agent.call("lease_acquire", on42());
      assertThat(taken.refused()).as(taken.text()).isFalse();
      git(processing.directory, "commit", "-q", "--amend", "--allow-empty", "-m", "another");
      Told pushed = agent.call("pr_push", on42("directory", processing.directory.toString()));
      assertThat(pushed.fields()).as(pushed.text()).containsEntry("outcome", "pushed");
      String head = git(processing.directory, "rev-parse", "HEAD");
      assertThat(git(bare, "rev-parse", "feature")).isEqualTo(head);
      assertThat(agent.call("lease_assert", on42()).refused()).isFalse();
      git(processing.directory, "commit", "-q", "--allow-empty", "-m", "theirs");
      git(processing.directory, "push", "-q", "origin", "HEAD");
      git(processing.directory, "commit", "-q", "--amend", "--allow-empty", "-m", "ours");
      Told moved = agent.call("pr_push", on42("directory", processing.directory.toString()));
      assertThat(moved.error()).as(moved.text()).isEqualTo("action-moved");
      assertThat(moved.get("message")).contains(head);
      Told nowhere = agent.call("pr_push", on42("directory", top.toString()));
      assertThat(nowhere.error()).as(nowhere.text()).isEqualTo("no-checkout");
    }
  }

  private Path makeCheckout() throws Exception {
    Path config =
        Files.writeString(top.resolve("gitconfig"), "[user]\n name=a\n email=a@b.example\n");
    Path bare = Files.createDirectories(top.resolve("servers/acme")).resolve("app.git");
    Path ssh =
        Files.writeString(
            top.resolve("ssh.sh"), "#!/bin/sh\ncd '" + top + "/servers'\neval \"$2\"\n");
    Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwxr-xr-x"));
    environment.put("GIT_CONFIG_GLOBAL", config.toString());
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_SSH_COMMAND", "'" + ssh + "'");
    environment.put("GIT_SSH_VARIANT", "simple");
    git(top, "init", "-q", "--bare", "-b", "main", bare.toString());
    Path here = processing.directory;
    git(here, "init", "-q", "-b", "main");
    git(here, "remote", "add", "origin", "git@" + ForgeServer.HOST + ":acme/app.git");
    git(here, "commit", "-q", "--allow-empty", "-m", "base");
    git(here, "push", "-q", "origin", "main");
    git(here, "switch", "-q", "-c", "feature");
    git(here, "commit", "-q", "--allow-empty", "-m", "one");
    git(here, "push", "-q", "-u", "origin", "feature");
    pull().branch("feature").base("main").head(git(here, "rev-parse", "HEAD"));
    return bare;
  }

  private String git(Path directory, String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("git"));
    all.addAll(List.of(words));
    ProcessBuilder git =
        new ProcessBuilder(all).directory(directory.toFile()).redirectErrorStream(true);
    git.environment().clear();
    git.environment().putAll(environment);
    Process process = git.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", all, said).isZero();
    return said.strip();
  }
}

package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.ScriptedCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A lease that an operator breaks while the command acts: the real gh hangs at a server that does
 * not answer, or what {@code prlease do exec} started goes on.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GateLossTest {
  private static final String REPO = ForgeServer.HOST + "/acme/app";
  private static final String KEY = REPO + "#42";
  private static final String TTL = "6s";

  @TempDir Path top = Path.of("");

  /** A command in a home of its own, and the request by which it is seen to act. */
  private final class Acting implements AutoCloseable {
    final String what;
    final String operation;
    final Processing processing;
    final ForgeServer server = ForgeServer.start();
    final Running running;

    Acting(String what, String operation, String... more) throws IOException {
      this(new Fault.HangsBefore(new CountDownLatch(1)), what, operation, more);
    }

    Acting(Fault fault, String what, String operation, String... more) throws IOException {
      this.what = what;
      this.operation = operation;
      this.processing = new Processing(Files.createDirectory(top.resolve(what)));
      server
          .pull("acme/app", 42)
          .checks(
              what.equals("auto-merge")
                  ? ScriptedCheck.running("build")
                  : ScriptedCheck.ended("build", "SUCCESS"));
      server.faults().always(operation, fault);
      List<String> words =
          new ArrayList<>(
              what.equals("do")
                  ? List.of("do", "exec", "--key", KEY, "--ttl", TTL)
                  : List.of(what, "42", "--repo", REPO, "--ttl", TTL));
      words.addAll(List.of(more));
      Map<String, String> environment =
          server.environment(Files.createDirectories(top.resolve(what).resolve("gh")), "token");
      this.running =
          processing.start(
              processing.directory, environment, Processing.command(words.toArray(new String[0])));
    }

    void awaitTheAct() throws Exception {
      if (operation.isEmpty()) {
        running.awaitError("acts");
      } else {
        server.await(operation);
      }
    }

    /** Breaks its lease, and looks at what is left of it. */
    void check() throws Exception {
      awaitTheAct();
      List<ProcessHandle> tree = running.process.descendants().toList();
      assertThat(tree).as(what).isNotEmpty();
      assertThat(processing.here("break", "--key", KEY, "--reason", "it hangs").code()).isZero();
      Answer answer = running.end();
      assertThat(answer.code()).as("%s: %s", what, answer).isEqualTo(ExitCode.NOT_OWNER);
      assertThat(answer.err()).as(what).contains(KEY).contains("  next: ");
      assertThat(tree).as(what).noneMatch(GateLossTest::runs);
      if (!operation.isEmpty()) {
        assertThat(server.log(operation)).as(what).hasSize(1);
      }
      assertThat(processing.events())
          .as(what)
          .containsSubsequence("acquired", "gate-passed", "broken", "lost")
          .contains("action-failed")
          .doesNotContain("action-succeeded");
      assertThat(processing.here("audit").out()).as(what).contains("it hangs", "lease_lost");
    }

    @Override
    public void close() {
      running.close();
      server.close();
    }
  }

  /** What ended stays in the table until somebody buries it. */
  private static boolean runs(ProcessHandle process) {
    try {
      String text = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      return process.isAlive() && text.charAt(text.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException gone) {
      return false;
    }
  }

  @Test
  @DisplayName("A signal while gh hangs: what is known of it is told, then exit 130, and released")
  void interrupted() throws Exception {
    try (Acting close = new Acting("close", "PullRequestClose")) {
      close.awaitTheAct();
      close.running.signal("INT");
      Answer answer = close.running.end();
      assertThat(answer.code()).as("%s", answer).isEqualTo(130);
      assertThat(answer.out()).startsWith(KEY + ": ").contains("clos");
      assertThat(close.processing.events()).contains("action-failed", "released");
    }
  }

  @Test
  @DisplayName("What landed though the lease was broken is told as done, and the loss as well")
  void landed() throws Exception {
    Fault answerHangs = new Fault.HangsAfter(new CountDownLatch(1));
    try (Acting merge = new Acting(answerHangs, "merge", "PullRequestMerge")) {
      merge.awaitTheAct();
      String reason = "it hangs";
      assertThat(merge.processing.here("break", "--key", KEY, "--reason", reason).code()).isZero();
      Answer answer = merge.running.end();
      assertThat(answer.code()).as("%s", answer).isZero();
      assertThat(answer.out()).contains("merged");
      assertThat(answer.err())
          .contains("prlease merge: done, but the lease was lost meanwhile: ")
          .contains(KEY);
    }
  }

  @Test
  @DisplayName("The lease is broken while gh hangs: the tree is ended, exit 76, audited")
  void broken() throws Exception {
    List<Acting> all = new ArrayList<>();
    try {
      all.add(new Acting("watch-and-merge", "PullRequestMerge"));
      all.add(new Acting("merge", "PullRequestMerge"));
      all.add(new Acting("auto-merge", "PullRequestAutoMerge"));
      all.add(new Acting("close", "PullRequestClose"));
      all.add(new Acting("do", "", "--", "sh", "-c", "echo acts >&2; while :; do sleep 600; done"));
      for (Acting each : all) {
        each.check();
      }
    } finally {
      all.forEach(Acting::close);
    }
  }
}

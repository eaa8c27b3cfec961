package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import dev.prlease.gate.fixture.Fault;
import dev.prlease.gate.fixture.ForgeServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A lease that is broken, or a signal that comes, while a push hangs at its server; real git. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GatePushLossTest {
  private static final String REPO = ForgeServer.HOST + "/acme/app";
  private static final String KEY = REPO + "#42";

  @TempDir Path top = Path.of("");

  /** A checkout whose branch is ahead of its server's, which hangs as soon as a push has come. */
  private final class Place implements AutoCloseable {
    final ForgeServer server = ForgeServer.start();
    final Processing processing;
    final Map<String, String> environment;
    final Path bare;
    final Path mark;
    final String before;
    final CountDownLatch never = new CountDownLatch(1);

    Place(String name) throws Exception {
      Path base = Files.createDirectory(top.resolve(name));
      processing = new Processing(base);
      environment =
          new HashMap<>(server.environment(Files.createDirectories(base.resolve("gh")), "token"));
      Path config =
          Files.writeString(base.resolve("gitconfig"), "[user]\n name=a\n email=a@b.example\n");
      bare = Files.createDirectories(base.resolve("servers/acme")).resolve("app.git");
      mark = base.resolve("mark");
      environment.put("GIT_CONFIG_GLOBAL", config.toString());
      environment.put("GIT_CONFIG_NOSYSTEM", "1");
      environment.put(
          "GIT_SSH_COMMAND",
          "'" + script(base.resolve("ssh.sh"), "cd '" + base + "/servers'\neval \"$2\"") + "'");
      environment.put("GIT_SSH_VARIANT", "simple");
      Path here = processing.directory;
      git(base, "init", "-q", "--bare", "-b", "main", bare.toString());
      git(here, "init", "-q", "-b", "main");
      git(here, "remote", "add", "origin", "git@" + ForgeServer.HOST + ":acme/app.git");
      commit("base");
      git(here, "push", "-q", "origin", "main");
      git(here, "switch", "-q", "-c", "feature");
      commit("one");
      git(here, "push", "-q", "-u", "origin", "feature");
      before = there();
      git(here, "switch", "-q", "main");
      commit("newer");
      git(here, "push", "-q", "origin", "main");
      git(here, "switch", "-q", "feature");
      git(here, "commit", "-q", "--amend", "-m", "another");
      hangsIn(bare.resolve("hooks/pre-receive"));
      server.pull("acme/app", 42).branch("feature").base("main").head(before);
    }

    void hangsIn(Path hook) throws IOException {
      Path unused = script(hook, ": >'" + mark + "'; exec sleep 100000");
    }

    private Path script(Path file, String text) throws IOException {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "#!/bin/sh\n" + text + "\n");
      return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void commit(String text) throws Exception {
      Files.writeString(processing.directory.resolve(text), text);
      git(processing.directory, "add", text);
      git(processing.directory, "commit", "-q", "-m", text);
    }

    private String git(Path in, String... words) throws Exception {
      List<String> all = new ArrayList<>(List.of("git"));
      all.addAll(List.of(words));
      ProcessBuilder git = new ProcessBuilder(all).directory(in.toFile()).redirectErrorStream(true);
      git.environment().clear();
      git.environment().putAll(environment);
      Process process = git.start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("%s: %s", all, said).isZero();
      return said.strip();
    }

    String there() throws Exception {
      return git(bare, "rev-parse", "feature");
    }

    Running starting(String command) throws IOException {
      return processing.start(
          processing.directory,
          environment,
          Processing.command(command, "--key", KEY, "--ttl", "6s"));
    }

    /** Starts {@code command}, and waits until its push hangs. */
    Running hanging(String command) throws Exception {
      Running running = starting(command);
      while (!Files.exists(mark)) {
        assertThat(running.process.isAlive()).as(command).isTrue();
        Thread.onSpinWait();
      }
      return running;
    }

    @Override
    public void close() {
      never.countDown();
      server.close();
    }
  }

  private static boolean runs(ProcessHandle process) {
    try {
      String text = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      return process.isAlive() && text.charAt(text.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException gone) {
      return false;
    }
  }

  @Test
  @DisplayName("Broken while the push hangs: the tree is ended, what is known is told, exit 76")
  void broken() throws Exception {
    for (String command : List.of("push", "rebase")) {
      try (Place place = new Place(command);
          Running running = place.hanging(command)) {
        List<ProcessHandle> tree = running.process.descendants().toList();
        assertThat(tree).as(command).isNotEmpty();
        assertThat(place.processing.here("break", "--key", KEY, "--reason", "it hangs").code())
            .isZero();
        Answer answer = running.end();
        assertThat(answer.code()).as("%s: %s", command, answer).isEqualTo(ExitCode.NOT_OWNER);
        assertThat(answer.out()).as(command).contains("whether it was pushed is not known");
        assertThat(answer.err()).as(command).contains(KEY).contains("  next: ");
        assertThat(tree).as(command).noneMatch(GatePushLossTest::runs);
        assertThat(place.processing.events())
            .as(command)
            .containsSubsequence("acquired", "gate-passed", "broken", "lost")
            .contains("action-failed")
            .doesNotContain("action-succeeded");
        assertThat(place.there()).as(command).isEqualTo(place.before);
      }
    }
  }

  @Test
  @DisplayName("Broken before anything was sent: nothing pushed, checkout as it was, and told so")
  void brokenBefore() throws Exception {
    try (Place place = new Place("early")) {
      String head = place.git(place.processing.directory, "rev-parse", "HEAD");
      place.hangsIn(place.processing.directory.resolve(".git/hooks/pre-rebase"));
      try (Running running = place.hanging("rebase")) {
        assertThat(place.processing.here("break", "--key", KEY, "--reason", "it hangs").code())
            .isZero();
        Answer answer = running.end();
        assertThat(answer.code()).as("%s", answer).isEqualTo(ExitCode.NOT_OWNER);
        assertThat(answer.err())
            .contains("; nothing was pushed, and the checkout is as it was")
            .contains("  next: ");
        assertThat(place.there()).isEqualTo(place.before);
        assertThat(place.git(place.processing.directory, "rev-parse", "HEAD")).isEqualTo(head);
      }
    }
  }

  @Test
  @DisplayName("A signal while the pull request is read: exit 130, released, nothing sent")
  void interruptedReading() throws Exception {
    for (String command : List.of("push", "rebase")) {
      try (Place place = new Place("reading-" + command)) {
        place.server.faults().always("PrleasePullRequest", new Fault.HangsBefore(place.never));
        try (Running running = place.starting(command)) {
          place.server.await("PrleasePullRequest");
          running.signal("INT");
          Answer answer = running.end();
          assertThat(answer.code()).as("%s: %s", command, answer).isEqualTo(130);
          assertThat(answer.err()).contains("is given back");
          assertThat(place.processing.events()).as(command).contains("released");
        }
      }
    }
  }

  @Test
  @DisplayName("A signal while the push hangs: what is known is told, exit 130, released")
  void interrupted() throws Exception {
    for (String command : List.of("push", "rebase")) {
      try (Place place = new Place(command);
          Running running = place.hanging(command)) {
        running.signal("INT");
        Answer answer = running.end();
        assertThat(answer.code()).as("%s: %s", command, answer).isEqualTo(130);
        assertThat(answer.out()).as(command).contains("whether it was pushed is not known");
        assertThat(place.processing.events()).as(command).contains("action-failed", "released");
        assertThat(place.there()).as(command).isEqualTo(place.before);
      }
    }
  }
}

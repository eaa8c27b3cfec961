package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.GitWorld;
import dev.prlease.gate.fixture.ScriptedCheck;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever reads what a command tells may stop reading, and stay: a pager, a stuck collector. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StoppedReaderTest {
  private static final String REPO = ForgeServer.HOST + "/acme/app";

  /** As much as a pipe takes before whoever writes has to wait. */
  private static final int FULL = 1 << 16;

  @Test
  void L59_a_reader_that_stops_reading_keeps_no_watch_from_taking_back_what_it_armed(
      @TempDir Path top) throws IOException, InterruptedException {
    Processing processing = new Processing(Files.createDirectory(top.resolve("x")));
    Path pipe = top.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    List<String> words =
        new ArrayList<>(List.of("bash", "-c", "exec \"$@\" >'" + pipe + "'", "prlease"));
    words.addAll(
        Processing.command("auto-merge", "42", "--repo", REPO, "--json", "--interval", "5s"));
    // Who opens both ends of a pipe waits for nobody.
    try (ForgeServer server = ForgeServer.start();
        RandomAccessFile reader = new RandomAccessFile(pipe.toFile(), "rw")) {
      reader.write(new byte[FULL]);
      server.pull("acme/app", 42).checks(ScriptedCheck.running("build"));
      try (Running running =
          processing.start(
              processing.directory,
              server.environment(Files.createDirectories(top.resolve("gh")), "token"),
              words)) {
        server.await("PullRequestAutoMerge");
        running.signal("TERM");
        assertThat(running.process.waitFor()).isEqualTo(143);
        assertThat(server.log("PullRequestAutoMergeDisable")).isNotEmpty();
        assertThat(processing.events()).contains("released");
      }
    }
  }

  /** A place where a command is called, and the forge that it asks. */
  private static final class Scene implements AutoCloseable {
    final ForgeServer server = ForgeServer.start();
    final Processing processing;
    private final Map<String, String> environment;
    private final RandomAccessFile reader;
    private final Path pipe;

    Scene(Path top) throws IOException, InterruptedException {
      processing = new Processing(Files.createDirectories(top.resolve("x")));
      pipe = top.resolve("pipe");
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
      reader = new RandomAccessFile(pipe.toFile(), "rw");
      reader.write(new byte[FULL]);
      GitWorld world = new GitWorld(Files.createDirectories(top.resolve("git")));
      world.serverWithMain("acme/app");
      environment = new HashMap<>(world.environment());
      environment.putAll(server.environment(Files.createDirectories(top.resolve("gh")), "token"));
      Path here = processing.directory;
      world.git(here, "init", "-q", "-b", "main");
      world.git(here, "remote", "add", "origin", "git@" + ForgeServer.HOST + ":acme/app.git");
      world.commit(here, "some.txt", "some\n");
      Files.writeString(here.resolve("some.txt"), "in no commit\n");
      server.pull("acme/app", 42).branch("feature").checks(ScriptedCheck.running("build"));
    }

    /** Starts a command of whose two outputs nobody reads anything. */
    Running unread(String... command) throws IOException {
      List<String> words =
          new ArrayList<>(List.of("bash", "-c", "exec \"$@\" >'" + pipe + "' 2>&1", "prlease"));
      words.addAll(Processing.command(command));
      return processing.start(processing.directory, environment, words);
    }

    void awaitEvent(String event, Running running) throws IOException {
      while (!Files.exists(processing.home.resolve("audit.jsonl"))
          || !processing.events().contains(event)) {
        assertThat(running.process.isAlive()).as("before %s", event).isTrue();
        Thread.onSpinWait();
      }
    }

    @Override
    public void close() throws IOException {
      server.close();
      reader.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"push", "rebase", "close"})
  void L59_a_reader_that_stops_reading_keeps_no_lease_and_no_process_once_somebody_ends_it(
      String command, @TempDir Path top) throws IOException, InterruptedException {
    try (Scene scene = new Scene(top);
        Running running = scene.unread(command, "--key", REPO + "#42")) {
      scene.awaitEvent("released", running);
      running.signal("TERM");
      assertThat(running.process.waitFor()).isEqualTo(143);
    }
  }

  @Test
  void L59_a_watch_of_which_nobody_reads_anything_ends_when_somebody_ends_it(@TempDir Path top)
      throws IOException, InterruptedException {
    try (Scene scene = new Scene(top);
        Running running =
            scene.unread("watch-and-merge", "42", "--repo", REPO, "--json", "--interval", "5s")) {
      scene.awaitEvent("acquired", running);
      scene.server.await("PrleasePullRequest");
      running.signal("TERM");
      assertThat(running.process.waitFor()).isEqualTo(143);
      assertThat(scene.processing.events()).contains("released");
    }
  }
}

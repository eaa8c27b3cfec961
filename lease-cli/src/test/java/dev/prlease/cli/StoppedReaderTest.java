package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.ScriptedCheck;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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
}

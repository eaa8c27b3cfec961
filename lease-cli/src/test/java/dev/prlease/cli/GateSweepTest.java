package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import dev.prlease.gate.fixture.ForgeServer;
import dev.prlease.gate.fixture.ScriptedCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a command that was killed had the forge do by itself is told by the sweep. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GateSweepTest {
  private static final String REPO = ForgeServer.HOST + "/acme/app";

  @Test
  void L59_what_a_killed_auto_merge_left_armed_is_told_by_the_sweep(@TempDir Path top)
      throws IOException, InterruptedException {
    Processing processing = new Processing(Files.createDirectory(top.resolve("x")));
    try (ForgeServer server = ForgeServer.start()) {
      server.pull("acme/app", 42).checks(ScriptedCheck.running("build"));
      Map<String, String> environment =
          server.environment(Files.createDirectories(top.resolve("gh")), "token");
      try (Running running =
          processing.start(
              processing.directory,
              environment,
              Processing.command("auto-merge", "42", "--repo", REPO, "--ttl", "60s"))) {
        running.awaitError("the forge will merge it");
        int unused = running.process.destroyForcibly().waitFor();
      }
      try (Running gc =
          processing.start(
              processing.directory, environment, Processing.command("gc", "--closed"))) {
        Answer answer = gc.end();
        assertThat(answer.code()).as("%s", answer).isZero();
        assertThat(answer.out()).endsWith("ended 1, kept 0\n");
        assertThat(answer.err())
            .contains("is still armed for auto-merge")
            .contains("gh pr merge 42 -R " + REPO + " --disable-auto");
      }
    }
  }
}

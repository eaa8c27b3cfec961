package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What tests themselves rely on. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ScratchTest {
  @TempDir Path directory = Path.of("");

  @Test
  void what_a_failed_test_leaves_behind_is_ended_also_what_has_no_parent_any_more()
      throws Exception {
    Scratch scratch = new Scratch(directory);
    Path pipe = scratch.pipe("held");
    new ProcessBuilder(
            "bash",
            "-c",
            "exec 9>held; setsid sleep 1000 & setsid bash -c 'echo up >&9; sleep 1000'")
        .directory(directory.toFile())
        .start();
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(held.readLine()).isEqualTo("up");
      scratch.endAll();
      assertThat(Scratch.readToEnd(held)).isEmpty();
    }
  }
}

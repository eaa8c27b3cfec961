package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Supervised commands whose outputs are kept. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandCaptureTest {
  @TempDir Path directory = Path.of("");
  private Scratch scratch = new Scratch(Path.of(""));

  @BeforeEach
  void scratch() {
    scratch = new Scratch(directory);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Both outputs are kept apart and whole, there is no input, and the code is told")
  void captured(Supervision supervision) {
    try (SupervisedProcess process =
        scratch
            .supervisor(supervision)
            .start(
                scratch.bash("echo to out; echo to err >&2; cat; exit 7"),
                FixedDeadline.far(),
                Streams.CAPTURED)) {
      assertThat(process.await()).isEqualTo(new CommandEnd.Exited(7));
      assertThat(process.output())
          .isEqualTo(
              new CapturedOutput(new Output("to out\n", 7, true), new Output("to err\n", 7, true)));
      assertThat(process.output().out().text()).isEqualTo("to out\n");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("What exceeds the limit is read and dropped: the command never blocks on it")
  void bounded(Supervision supervision) {
    try (SupervisedProcess process =
        scratch
            .supervisor(supervision)
            .start(
                scratch.bash("head -c 3000000 /dev/zero; head -c 2000000 /dev/zero >&2"),
                FixedDeadline.far(),
                new Streams.Captured(10, StandardCharsets.US_ASCII))) {
      assertThat(process.await()).isEqualTo(new CommandEnd.Exited(0));
      assertThat(process.output())
          .isEqualTo(
              new CapturedOutput(
                  new Output("\0".repeat(10), 3_000_000, false),
                  new Output("\0".repeat(10), 2_000_000, false)));
    }
    assertThatThrownBy(() -> new Streams.Captured(-1, StandardCharsets.UTF_8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A command that is ended at its deadline leaves what it had written by then")
  void atTheDeadline(Supervision supervision) throws Exception {
    Path ready = scratch.pipe("ready");
    FixedDeadline deadline = FixedDeadline.in(Duration.ofMinutes(5), Duration.ofMillis(200));
    try (SupervisedProcess process =
        scratch
            .supervisor(supervision)
            .start(
                scratch.bash("echo begun; echo ready >\"$1\"/ready; sleep 600 & wait"),
                deadline,
                Streams.CAPTURED)) {
      try (BufferedReader told = Scratch.open(ready)) {
        assertThat(told.readLine()).isEqualTo("ready");
      }
      process.requestEnd();
      assertThat(process.await())
          .isInstanceOfSatisfying(
              CommandEnd.Ended.class,
              ended -> assertThat(ended.reason()).isEqualTo(CommandEnd.Reason.ASKED));
      assertThat(process.output().out().text()).isEqualTo("begun\n");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("With the outputs inherited, and for a command that never ran, nothing is kept")
  void nothingKept(Supervision supervision) {
    try (SupervisedProcess process =
        scratch.supervisor(supervision).start(scratch.bash("exit 0"), FixedDeadline.far())) {
      assertThat(process.await()).isEqualTo(new CommandEnd.Exited(0));
      assertThat(process.output()).isEqualTo(CapturedOutput.NONE);
    }
    try (SupervisedProcess process =
        scratch
            .supervisor(supervision)
            .start(
                scratch.command(List.of("no-such-program-here")),
                FixedDeadline.far(),
                Streams.CAPTURED)) {
      assertThat(process.await().exitCode()).isEqualTo(127);
      assertThat(process.output().out().text()).isEmpty();
    }
  }
}

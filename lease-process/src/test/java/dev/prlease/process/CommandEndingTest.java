package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How all that a command started is ended while this JVM lives, with a watchdog and without one.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandEndingTest {
  @TempDir Path directory = Path.of("");
  private Scratch scratch = new Scratch(Path.of(""));

  @BeforeEach
  void scratch() {
    scratch = new Scratch(directory);
  }

  @AfterEach
  void endAll() throws IOException {
    scratch.endAll();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "end() ends the whole tree, also what ignores SIGTERM or moved to a session of its own")
  void lossEndsTheTree(Supervision supervision) throws Exception {
    Path pipe = scratch.pipe("held");
    SupervisedProcess process =
        scratch
            .supervisor(supervision)
            .start(
                scratch.bash(
                    """
                    exec 9>"$1/held"
                    sleep 1000 &
                    (trap '' TERM INT HUP; while :; do sleep 0.05; done) &
                    bash -c 'bash -c "sleep 1000 & echo deep >&9; wait"; :' &
                    python3 -c 'import os,time; os.setsid(); os.write(9, b"away\\n"); time.sleep(1000)' &
                    wait
                    """),
                FixedDeadline.in(Duration.ofMinutes(10), Duration.ofMillis(300)));
    // The pipe ends only when all of the tree is gone.
    try (BufferedReader held = Scratch.open(pipe)) {
      // All of it is there: without a watchdog, what is being forked just then may go unseen.
      assertThat(List.of(held.readLine(), held.readLine()))
          .containsExactlyInAnyOrder("away", "deep");
      CommandEnd end = process.end();
      assertThat(Scratch.readToEnd(held)).isEmpty();
      assertThat(end)
          .isInstanceOfSatisfying(
              CommandEnd.Ended.class,
              ended -> assertThat(ended.reason()).isEqualTo(CommandEnd.Reason.ASKED));
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "A5 there is one grace for all, counted from when the end began: descendants get no second one")
  void oneGrace(Supervision supervision) throws Exception {
    Path pipe = scratch.pipe("held");
    Path go = scratch.pipe("go");
    FixedDeadline deadline = FixedDeadline.in(Duration.ofMinutes(20), Duration.ofSeconds(2));
    SupervisedProcess process =
        scratch
            .supervisor(supervision)
            .start(
                // The child is in no group that a watchdog ends, and the command goes before it.
                scratch.bash(
                    """
                    exec 9>"$1/held"
                    trap 'echo asked >&9; read -r line <"$1/go"; exit 0' TERM
                    python3 -c 'import os,signal,time; signal.signal(signal.SIGTERM, signal.SIG_IGN); os.setsid(); os.write(9, b"up\\n"); time.sleep(1000)' &
                    while :; do wait; done
                    """),
                deadline);
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(held.readLine()).isEqualTo("up");
      process.requestEnd();
      assertThat(held.readLine()).isEqualTo("asked");
      deadline.grace(Duration.ofMinutes(10));
      Files.writeString(go, "go\n");
      assertThat(process.await())
          .isInstanceOfSatisfying(
              CommandEnd.Ended.class,
              ended -> assertThat(ended.reason()).isEqualTo(CommandEnd.Reason.ASKED));
      assertThat(Scratch.readToEnd(held)).isEmpty();
    }
  }

  @Test
  @DisplayName(
      "What a finished command left in its group is gone when its end is reported, and counted")
  void leftovers() throws Exception {
    Path pipe = scratch.pipe("held");
    SupervisedProcess process =
        scratch
            .supervisor(Supervision.WATCHDOG)
            .start(
                scratch.bash(
                    "exec 9>\"$1/held\"; (trap '' TERM HUP; exec sleep 1000) & "
                        + "sleep 1000 & echo up >&9; exit 5"),
                FixedDeadline.in(Duration.ofMinutes(5), Duration.ofMillis(300)));
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(held.readLine()).isEqualTo("up");
      assertThat(process.await()).isEqualTo(new CommandEnd.Exited(5, 2));
      assertThat(Scratch.readToEnd(held)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "An interrupted waiter ends the command and keeps its flag; so does one interrupted before")
  void interrupted(Supervision supervision) throws Exception {
    Path pipe = scratch.pipe("held");
    SupervisedProcess process =
        scratch
            .supervisor(supervision)
            .start(
                scratch.bash("exec 9>\"$1/held\"; echo up >&9; exec sleep 1000"),
                FixedDeadline.far());
    AtomicReference<CommandEnd> end = new AtomicReference<>(new CommandEnd.Exited(-1));
    AtomicReference<Boolean> flag = new AtomicReference<>(false);
    Thread waiter =
        new Thread(
            () -> {
              end.set(process.await());
              flag.set(Thread.currentThread().isInterrupted());
            });
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(held.readLine()).isEqualTo("up");
      waiter.start();
      waiter.interrupt();
      assertThat(Scratch.readToEnd(held)).isEmpty();
    }
    waiter.join();
    assertThat(flag.get()).isTrue();
    assertThat(end.get()).isEqualTo(new CommandEnd.Ended(128 + 15, CommandEnd.Reason.INTERRUPTED));
  }
}

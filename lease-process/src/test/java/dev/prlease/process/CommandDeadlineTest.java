package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Deadlines while this JVM lives, with a watchdog and without one. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandDeadlineTest {
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
  @DisplayName("At its deadline the command ends, though nobody asks")
  void deadlineEndsTheTree(Supervision supervision) throws Exception {
    Path pipe = scratch.pipe("held");
    SupervisedProcess process =
        scratch
            .supervisor(supervision)
            .start(
                scratch.bash("exec 9>\"$1/held\"; sleep 1000 & echo up >&9; wait"),
                FixedDeadline.in(Duration.ofMillis(1500), Duration.ofMillis(500)));
    try (BufferedReader held = Scratch.open(pipe)) {
      CommandEnd end = process.await();
      assertThat(end)
          .isInstanceOfSatisfying(
              CommandEnd.Ended.class,
              ended -> assertThat(ended.reason()).isEqualTo(CommandEnd.Reason.DEADLINE));
      assertThat(end.exitCode()).isEqualTo(128 + 15);
      if (supervision == Supervision.WATCHDOG) {
        assertThat(Scratch.readToEnd(held)).containsExactly("up");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("At its deadline what timeout and setsid run is asked to end, and gone")
  void deadlineEndsWhatIsAway(Supervision supervision) throws Exception {
    Path pipe = scratch.pipe("held");
    SupervisedProcess process =
        scratch
            .supervisor(supervision)
            .start(
                scratch.bash(
                    """
                    exec 9>"$1/held"
                    timeout 1000 sleep 1000 &
                    setsid bash -c 'trap "echo asked >&9" TERM; echo up >&9; while :; do sleep 0.01; done' &
                    wait
                    """),
                FixedDeadline.in(Duration.ofSeconds(3), Duration.ofSeconds(1)));
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(held.readLine()).isEqualTo("up");
      assertThat(process.await())
          .isEqualTo(new CommandEnd.Ended(128 + 15, CommandEnd.Reason.DEADLINE));
      // The pipe ends only when all are gone.
      assertThat(Scratch.readToEnd(held)).isNotEmpty().containsOnly("asked");
    }
  }

  @Test
  @DisplayName("When somebody stops the watchdog alone, this JVM minds the deadline")
  void watchdogStopped() throws Exception {
    Path pipe = scratch.pipe("held");
    SupervisedProcess process =
        scratch
            .supervisor(Supervision.WATCHDOG)
            .start(
                // It watches once the pipes' names are gone; it is the only child of this process.
                scratch.bash(
                    """
                    exec 9>"$1/held"
                    while compgen -G "$1/prlease-*" >/dev/null; do sleep 0.02; done
                    for stat in /proc/[0-9]*/stat; do
                      read -r pid _ _ parent _ <"$stat" && [[ $parent == $$ ]] && kill -STOP "$pid" && echo up >&9
                    done 2>/dev/null
                    exec sleep 1000
                    """),
                FixedDeadline.in(Duration.ofMillis(2500), Duration.ofMillis(300)));
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(held.readLine()).isEqualTo("up");
      assertThat(process.await())
          .isInstanceOfSatisfying(
              CommandEnd.Ended.class,
              ended -> assertThat(ended.reason()).isEqualTo(CommandEnd.Reason.DEADLINE));
      assertThat(Scratch.readToEnd(held)).isEmpty();
    }
  }

  @Test
  @DisplayName("When somebody kills the watchdog alone, this JVM minds the deadline")
  void watchdogKilled() throws Exception {
    Path pipe = scratch.pipe("held");
    SupervisedProcess process =
        scratch
            .supervisor(Supervision.WATCHDOG)
            .start(
                // It watches once the pipes' names are gone; it is the only child of this process.
                scratch.bash(
                    """
                    exec 9>"$1/held"
                    while compgen -G "$1/prlease-*" >/dev/null; do sleep 0.02; done
                    for stat in /proc/[0-9]*/stat; do
                      read -r pid _ _ parent _ <"$stat" && [[ $parent == $$ ]] && kill -9 "$pid" && echo up >&9
                    done 2>/dev/null
                    (trap '' TERM; exec sleep 1000) &
                    exec sleep 1000
                    """),
                FixedDeadline.in(Duration.ofMillis(2500), Duration.ofMillis(300)));
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(held.readLine()).isEqualTo("up");
      assertThat(process.await())
          .isEqualTo(new CommandEnd.Ended(128 + 15, CommandEnd.Reason.DEADLINE));
      assertThat(Scratch.readToEnd(held)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A deadline that moves keeps the command alive past the first one")
  void renewal(Supervision supervision) throws Exception {
    Path pipe = scratch.pipe("held");
    Path more = scratch.pipe("more");
    FixedDeadline deadline = FixedDeadline.in(Duration.ofMillis(1000), Duration.ofMillis(100));
    SupervisedProcess process =
        scratch
            .supervisor(supervision)
            .start(
                // Waits 1.5 s in real time: longer than the first deadline.
                scratch.bash("exec 9>\"$1/held\"; echo up >&9; sleep 1.5; cat \"$1/more\" >&9"),
                deadline);
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(held.readLine()).isEqualTo("up");
      deadline.move(Duration.ofMinutes(5));
      process.deadlineMoved();
      Files.writeString(more, "still here\n");
      assertThat(held.readLine()).isEqualTo("still here");
    }
    assertThat(process.await()).isEqualTo(new CommandEnd.Exited(0));
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Nothing starts when the deadline has come")
  void tooLate(Supervision supervision) {
    for (Duration left : List.of(Duration.ofSeconds(-1), Duration.ZERO, Duration.ofMillis(900))) {
      CommandEnd end =
          scratch
              .supervisor(supervision)
              .start(
                  scratch.bash("touch \"$1/acted\""), FixedDeadline.in(left, Duration.ofSeconds(1)))
              .await();
      assertThat(end)
          .isInstanceOfSatisfying(
              CommandEnd.NotStarted.class,
              never -> assertThat(never.refusal()).isEqualTo(CommandEnd.Refusal.TOO_LATE));
    }
    assertThat(directory.resolve("acted")).doesNotExist();
  }

  @Test
  @DisplayName("Where there is no /proc the watchdog keeps the deadline all the same")
  void withoutProc() throws Exception {
    SupervisedProcess process =
        CommandSupervisor.prepare(scratch.environment(), directory.resolve("no-proc"))
            .start(
                scratch.bash("exec sleep 1000"),
                FixedDeadline.in(Duration.ofMillis(1000), Duration.ofMillis(300)));
    assertThat(process.await())
        .isEqualTo(new CommandEnd.Ended(128 + 15, CommandEnd.Reason.DEADLINE));
  }

  /** The wall clock and the ticks say different things. */
  private record Disagreement(Instant wall, Duration remaining) implements Deadline {
    @Override
    public Duration grace() {
      return Duration.ofMillis(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/proc", "/no/such/proc"})
  @DisplayName(
      "P12 the earlier of wall time and ticks counts: a clock set back extends nothing, nor does a late line")
  void earlierCounts(String proc) {
    Instant now = InstantSource.system().instant();
    Duration soon = Duration.ofMillis(900);
    Duration late = Duration.ofMinutes(10);
    List<SupervisedProcess> processes = new ArrayList<>();
    for (Deadline deadline :
        List.of(new Disagreement(now.plus(soon), late), new Disagreement(now.plus(late), soon))) {
      processes.add(
          CommandSupervisor.prepare(scratch.environment(), Path.of(proc))
              .start(scratch.bash("exec sleep 1000"), deadline));
    }
    for (SupervisedProcess process : processes) {
      assertThat(process.await())
          .isEqualTo(new CommandEnd.Ended(128 + 15, CommandEnd.Reason.DEADLINE));
    }
  }
}

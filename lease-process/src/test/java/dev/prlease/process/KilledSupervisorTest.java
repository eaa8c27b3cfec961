package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What holds when the supervising JVM does not live: real JVMs, killed and stopped. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledSupervisorTest {
  /** Acts for ever: each line is the time, in milliseconds, of one more act. */
  private static final String ACTING =
      "exec 9>\"$1/acts\"; trap '' HUP; (while :; do sleep 0.1; done) & "
          + "while :; do echo $((${EPOCHREALTIME/[.,]/} / 1000)) >&9; sleep 0.01; done";

  /** Goes on when it is asked to end. */
  private static final String ASKABLE = "trap 'echo asked >&9' TERM; ";

  /** The same in two other process groups, below a leader that ends as soon as it is asked. */
  private static final String ACTING_AWAY =
      """
      exec 9>"$1/acts"
      timeout 1000 bash -c 'while :; do echo timed >&9; sleep 0.01; done' &
      setsid bash -c 'trap "echo asked >&9" TERM; while :; do echo away >&9; sleep 0.01; done' &
      wait
      """;

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

  private List<String> bash(String script) {
    return List.of("bash", "-c", script, "test", directory.toString());
  }

  private long deadline() throws IOException {
    return Long.parseLong(
        scratch.text("report").lines().findFirst().orElseThrow().substring("deadline ".length()));
  }

  private Process start(long deadline, long grace, List<String> command) throws IOException {
    return scratch
        .supervisingJvm(deadline, grace, command)
        .redirectOutput(directory.resolve("out").toFile())
        .redirectError(directory.resolve("err").toFile())
        .start();
  }

  @Test
  @DisplayName(
      "kill -9 of the JVM alone kills the command and its descendants, long before the deadline and"
          + " without asking: nobody keeps the lease any more")
  void killed() throws Exception {
    Path pipe = scratch.pipe("acts");
    Process jvm = start(600_000, 60_000, bash(ASKABLE + ACTING));
    try (BufferedReader acts = Scratch.open(pipe)) {
      assertThat(acts.readLine()).isNotNull();
      jvm.destroyForcibly();
      assertThat(jvm.waitFor()).isEqualTo(128 + 9);
      // The end of this pipe is the end of all that could still act. It comes at once, or with the
      // deadline: in ten minutes.
      assertThat(Scratch.readToEnd(acts)).doesNotContain("asked");
    }
    try (Stream<Path> entries = Files.list(directory)) {
      assertThat(entries).noneMatch(entry -> entry.toString().contains("prlease-"));
    }
  }

  /** Reads until both that are away have acted. */
  private static void awaitBoth(BufferedReader acts) throws IOException {
    Set<String> seen = new HashSet<>();
    while (!seen.containsAll(Set.of("timed", "away"))) {
      String act = acts.readLine();
      assertThat(act).isNotNull();
      seen.add(act);
    }
  }

  @Test
  @DisplayName("kill -9 of the JVM also kills what timeout and setsid moved out of the group")
  void killedWithSomeAway() throws Exception {
    Path pipe = scratch.pipe("acts");
    Process jvm = start(600_000, 60_000, bash(ACTING_AWAY));
    try (BufferedReader acts = Scratch.open(pipe)) {
      awaitBoth(acts);
      jvm.destroyForcibly();
      assertThat(Scratch.readToEnd(acts)).doesNotContain("asked");
    }
    assertThat(jvm.waitFor()).isEqualTo(128 + 9);
  }

  @Test
  @DisplayName("With the JVM stopped, what left the group is asked once, and gone by the deadline")
  void stoppedWithSomeAway() throws Exception {
    Path pipe = scratch.pipe("acts");
    Process jvm = start(5_000, 1_500, bash(ACTING_AWAY));
    try (BufferedReader acts = Scratch.open(pipe)) {
      awaitBoth(acts);
      Scratch.signal("STOP", jvm.pid());
      assertThat(Scratch.readToEnd(acts)).containsOnlyOnce("asked");
    } finally {
      Scratch.signal("CONT", jvm.pid());
    }
    assertThat(jvm.waitFor()).isEqualTo(128 + 15);
  }

  @Test
  @DisplayName("A command that has its grace loses it when the JVM is killed meanwhile")
  void killedInGrace() throws Exception {
    Path pipe = scratch.pipe("acts");
    Process jvm = start(6_000_000, 600_000, bash(ASKABLE + ACTING));
    try (BufferedReader acts = Scratch.open(pipe)) {
      assertThat(acts.readLine()).isNotNull();
      Scratch.signal("TERM", jvm.pid());
      String act = "";
      while (!act.equals("asked")) {
        act = acts.readLine();
        assertThat(act).isNotNull();
      }
      jvm.destroyForcibly();
      // The end of this pipe comes at once, or with the grace: in ten minutes.
      assertThat(Scratch.readToEnd(acts)).doesNotContain("asked");
    }
    assertThat(jvm.waitFor()).isEqualTo(128 + 9);
  }

  @Test
  @DisplayName("With the JVM stopped (kill -STOP) the command is gone by its deadline")
  void stopped() throws Exception {
    Path pipe = scratch.pipe("acts");
    Process jvm = start(3_000, 1_000, bash(ACTING));
    try (BufferedReader acts = Scratch.open(pipe)) {
      assertThat(acts.readLine()).isNotNull();
      Scratch.signal("STOP", jvm.pid());
      List<String> rest = Scratch.readToEnd(acts);
      assertThat(rest)
          .isNotEmpty()
          .allSatisfy(act -> assertThat(Long.parseLong(act)).isLessThan(deadline()));
    } finally {
      Scratch.signal("CONT", jvm.pid());
    }
    assertThat(jvm.waitFor()).isEqualTo(128 + 15);
    assertThat(scratch.text("report")).contains("Ended[exitCode=143, reason=DEADLINE]");
  }

  @Test
  @DisplayName("A command that was stopped (kill -STOP) is gone by its deadline too")
  void stoppedCommand() throws Exception {
    Path pipe = scratch.pipe("held");
    Process jvm =
        start(2_000, 500, bash("exec 9>\"$1/held\"; echo $$ >&9; kill -STOP $$; echo on >&9"));
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(held.readLine()).isNotNull();
      assertThat(Scratch.readToEnd(held)).isEmpty();
    }
    assertThat(jvm.waitFor()).isEqualTo(128 + 15);
  }

  @Test
  @DisplayName("kill -TERM of the outer shell ends the command")
  void outerShellKilled() throws Exception {
    Path pipe = scratch.pipe("acts");
    Process jvm = start(600_000, 300, bash("echo $PPID >\"$1/shell\"; " + ACTING));
    try (BufferedReader acts = Scratch.open(pipe)) {
      assertThat(acts.readLine()).isNotNull();
      Scratch.signal("TERM", Long.parseLong(scratch.text("shell").trim()));
      // Only the end of all that act ends this; it would go on for ten minutes.
      Scratch.readToEnd(acts);
    }
    assertThat(jvm.waitFor()).isEqualTo(128 + 15);
    assertThat(scratch.text("report")).contains("Exited[exitCode=143");
  }

  @Test
  @DisplayName("Signals that reach the whole group end the command, not its watchdog")
  void groupSignalled() throws Exception {
    Path pipe = scratch.pipe("held");
    String script =
        "exec 9>\"$1/held\"; trap 'echo hit >&9' HUP INT TERM USR1 USR2; echo up >&9; "
            + "for s in HUP INT TERM USR1 USR2; do kill -$s 0; done; "
            + "trap '' TERM; echo on >&9; while :; do sleep 0.05; done";
    Process jvm = start(600_000, 500, bash(script));
    try (BufferedReader held = Scratch.open(pipe)) {
      List<String> lines = new ArrayList<>();
      while (!lines.contains("on")) {
        lines.add(held.readLine());
      }
      assertThat(lines).startsWith("up");
      assertThat(lines.stream().filter("hit"::equals)).hasSizeGreaterThanOrEqualTo(5);
      // Only a watchdog that lives can end it now.
      jvm.destroyForcibly();
      Scratch.readToEnd(held);
    }
    assertThat(jvm.waitFor()).isEqualTo(128 + 9);
  }
}

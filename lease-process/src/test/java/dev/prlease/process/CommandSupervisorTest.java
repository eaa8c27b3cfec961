package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds while this JVM lives, with a watchdog and without one. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandSupervisorTest {
  @TempDir Path directory = Path.of("");
  private Scratch scratch = new Scratch(Path.of(""));

  @BeforeEach
  void scratch() {
    scratch = new Scratch(directory);
  }

  private CommandSupervisor prepare(Supervision supervision) {
    return supervision == Supervision.WATCHDOG
        ? CommandSupervisor.prepare(scratch.environment())
        : CommandSupervisor.withoutWatchdog("as the test wants it");
  }

  private CommandEnd run(Supervision supervision, Command command) {
    return prepare(supervision).start(command, FixedDeadline.far()).await();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("The command's exit code is passed on; a death by signal n is 128 + n")
  void exitCodes(Supervision supervision) {
    assertThat(run(supervision, scratch.bash("exit 0"))).isEqualTo(new CommandEnd.Exited(0));
    assertThat(run(supervision, scratch.bash("exit 3"))).isEqualTo(new CommandEnd.Exited(3));
    assertThat(run(supervision, scratch.bash("exit 126"))).isEqualTo(new CommandEnd.Exited(126));
    assertThat(run(supervision, scratch.bash("exit 127"))).isEqualTo(new CommandEnd.Exited(127));
    assertThat(run(supervision, scratch.bash("exit 148"))).isEqualTo(new CommandEnd.Exited(148));
    for (int signal : new int[] {1, 2, 6, 9, 13, 15}) {
      assertThat(run(supervision, scratch.bash("kill -" + signal + " $$")))
          .isEqualTo(new CommandEnd.Exited(128 + signal));
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A command that is not there is told apart from one that itself exits with 127")
  void notFound(Supervision supervision) {
    for (String program : List.of("no-such-program-anywhere", "./nowhere", "", "-x")) {
      CommandEnd end = run(supervision, scratch.command(List.of(program, "argument")));
      assertThat(end).isInstanceOf(CommandEnd.NotStarted.class);
      assertThat(end.exitCode()).isEqualTo(127);
      assertThat(((CommandEnd.NotStarted) end).message())
          .isEqualTo((program.isEmpty() ? "''" : program) + ": command not found");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A directory and a file without the right to run cannot be run")
  void cannotRun(Supervision supervision) throws Exception {
    Path file = Files.writeString(directory.resolve("plain"), "text");
    for (String program : List.of("/tmp", file.toString(), "./plain")) {
      CommandEnd end = run(supervision, scratch.command(List.of(program)));
      assertThat(end.exitCode()).isEqualTo(126);
      assertThat(((CommandEnd.NotStarted) end).message()).startsWith(program + ": cannot run");
    }
    CommandEnd end =
        prepare(supervision)
            .start(
                new Command(List.of("true"), scratch.environment(), directory.resolve("nowhere")),
                FixedDeadline.far())
            .await();
    assertThat(end).isInstanceOf(CommandEnd.NotStarted.class);
    assertThat(end.exitCode()).isEqualTo(126);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Arguments arrive as they are: blanks, quotes, newlines, nothing, dashes, wildcards")
  void argumentsArriveAsTheyAre(Supervision supervision) throws Exception {
    String[] odd = {
      "a b",
      "",
      "-n",
      "--",
      "\"q'",
      "$HOME `id` $(id)",
      "new\nline\n",
      "*",
      "~",
      "\\",
      "a=b",
      "!",
      ";&|"
    };
    CommandEnd end =
        run(
            supervision,
            scratch.bash("to=$1; shift; printf '%s\\0' \"$@\" >\"$to/arguments\"", odd));
    assertThat(end.exitCode()).isZero();
    assertThat(scratch.text("arguments")).isEqualTo(String.join("\0", odd) + "\0");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("The command gets exactly its environment, whatever shells do with some of it")
  void environment(Supervision supervision) throws Exception {
    Map<String, String> wanted = new HashMap<>();
    wanted.put("PATH", System.getenv("PATH"));
    wanted.put("PWD", directory.toRealPath().toString());
    wanted.put("SHLVL", "7");
    for (String name :
        List.of(
            "line", "up", "wall", "left", "grace", "proc", "group", "part", "reason", "fields")) {
      wanted.put(name, "the user's");
    }
    wanted.put("BASH_ENV", "/no/such/file");
    wanted.put("ENV", "/no/such/file");
    wanted.put("BASH_FUNC_exec%%", "() { touch mischief; }");
    wanted.put("BASH_FUNC_kill%%", "() { touch mischief; }");
    wanted.put("BASH_FUNC_read%%", "() { touch mischief; }");
    wanted.put("not-an.identifier", "1");
    wanted.put("POSIXLY_CORRECT", "1");
    wanted.put("CDPATH", "/tmp");
    wanted.put("GLOBIGNORE", "*");
    wanted.put("multi", "line one\nline two");
    Path out = scratch.pipe("out");
    SupervisedProcess process =
        prepare(supervision)
            .start(
                new Command(
                    List.of("dd", "status=none", "if=/proc/self/environ", "of=" + out),
                    wanted,
                    directory),
                FixedDeadline.far());
    String text = Files.readString(out);
    assertThat(process.await()).isEqualTo(new CommandEnd.Exited(0));
    Map<String, String> seen = new HashMap<>();
    for (String variable : text.split("\0", -1)) {
      int equals = variable.indexOf('=');
      if (equals > 0) {
        seen.put(variable.substring(0, equals), variable.substring(equals + 1));
      }
    }
    seen.remove("_");
    seen.remove("OLDPWD");
    assertThat(seen).isEqualTo(wanted);
    assertThat(directory.resolve("mischief")).doesNotExist();
  }

  @Test
  @DisplayName("The command gets no descriptor but its own three, and no ignored or blocked signal")
  void cleanDescriptorsAndSignals() throws Exception {
    CommandEnd end =
        run(
            Supervision.WATCHDOG,
            scratch.bash(
                """
                exec python3 -c '
                import os, sys
                there = [f for f in os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd/" + f)]
                open(sys.argv[1] + "/fds", "w").write(" ".join(sorted(there)))
                ' "$1"
                """));
    assertThat(end.exitCode()).isZero();
    assertThat(scratch.text("fds")).isEqualTo("0 1 2");
    run(
        Supervision.WATCHDOG,
        scratch.bash("grep -E '^Sig(Blk|Ign)' /proc/self/status >\"$1/mask\""));
    run(
        Supervision.IN_PROCESS,
        scratch.bash("grep -E '^Sig(Blk|Ign)' /proc/self/status >\"$1/bare\""));
    assertThat(scratch.text("mask")).isEqualTo(scratch.text("bare"));
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "end() ends the whole tree, also what ignores SIGTERM or moved to a session of its own")
  void lossEndsTheTree(Supervision supervision) throws Exception {
    BufferedReader held =
        startTree(
            supervision, Duration.ofMinutes(10), Duration.ofMillis(300), SupervisedProcess::end);
    assertThat(Scratch.readToEnd(held)).isEmpty();
    assertThat(lastEnd.get())
        .isInstanceOfSatisfying(
            CommandEnd.Ended.class,
            ended -> assertThat(ended.reason()).isEqualTo(CommandEnd.Reason.ASKED));
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("At its deadline the command ends, though nobody asks")
  void deadlineEndsTheTree(Supervision supervision) throws Exception {
    Path pipe = scratch.pipe("held");
    SupervisedProcess process =
        prepare(supervision)
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
  @DisplayName("A deadline that moves keeps the command alive past the first one")
  void renewal(Supervision supervision) throws Exception {
    Path pipe = scratch.pipe("held");
    Path more = scratch.pipe("more");
    FixedDeadline deadline = FixedDeadline.in(Duration.ofMillis(1000), Duration.ofMillis(100));
    SupervisedProcess process =
        prepare(supervision)
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
          prepare(supervision)
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
  @DisplayName("What a finished command left in its group is gone when its end is reported")
  void leftovers() throws Exception {
    Path pipe = scratch.pipe("held");
    SupervisedProcess process =
        prepare(Supervision.WATCHDOG)
            .start(
                scratch.bash(
                    "exec 9>\"$1/held\"; (trap '' TERM HUP; while :; do sleep 0.05; done) & "
                        + "sleep 1000 & echo up >&9; exit 5"),
                FixedDeadline.in(Duration.ofMinutes(5), Duration.ofMillis(300)));
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(held.readLine()).isEqualTo("up");
      assertThat(process.await()).isEqualTo(new CommandEnd.Exited(5));
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
        prepare(supervision)
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

  @Test
  @DisplayName("The pipes lie in a directory of mode 0700, and are gone once the watchdog has them")
  void pipesAreRemoved() throws Exception {
    CommandSupervisor supervisor = prepare(Supervision.WATCHDOG);
    assertThat(supervisor.supervision()).isEqualTo(Supervision.WATCHDOG);
    assertThat(supervisor.limitation()).isEmpty();
    assertThat(pipeDirectories())
        .singleElement()
        .satisfies(
            made ->
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                    .isEqualTo("rwx------"));
    assertThat(supervisor.start(scratch.bash("exit 0"), FixedDeadline.far()).await().exitCode())
        .isZero();
    assertThat(pipeDirectories()).isEmpty();

    CommandSupervisor unused = prepare(Supervision.WATCHDOG);
    assertThat(unused.supervision()).isEqualTo(Supervision.WATCHDOG);
    unused.close();
    unused.close();
    assertThat(pipeDirectories()).isEmpty();
  }

  private List<Path> pipeDirectories() throws Exception {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(entry -> entry.getFileName().toString().startsWith("prlease-"))
          .toList();
    }
  }

  @Test
  @DisplayName("Without a watchdog the caller is told so, and why")
  void degraded() {
    CommandSupervisor supervisor = prepare(Supervision.IN_PROCESS);
    assertThat(supervisor.supervision()).isEqualTo(Supervision.IN_PROCESS);
    assertThat(supervisor.limitation()).contains("as the test wants it");
    try (SupervisedProcess process =
        supervisor.start(scratch.bash("exit 0"), FixedDeadline.far())) {
      assertThat(process.supervision()).isEqualTo(Supervision.IN_PROCESS);
    }
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
    for (Deadline deadline :
        List.of(new Disagreement(now.plus(soon), late), new Disagreement(now.plus(late), soon))) {
      SupervisedProcess process =
          CommandSupervisor.prepare(scratch.environment(), Path.of(proc))
              .start(scratch.bash("exec sleep 1000"), deadline);
      assertThat(process.await())
          .isEqualTo(new CommandEnd.Ended(128 + 15, CommandEnd.Reason.DEADLINE));
    }
  }

  @Test
  @DisplayName(
      "A supervisor starts one command, and none once it is closed; closing then ends nothing")
  void oneCommand() throws Exception {
    Path go = scratch.pipe("go");
    CommandSupervisor supervisor = prepare(Supervision.WATCHDOG);
    SupervisedProcess process =
        supervisor.start(scratch.bash("read -r <\"$1/go\"; exit 4"), FixedDeadline.far());
    assertThatThrownBy(() -> supervisor.start(scratch.bash("exit 0"), FixedDeadline.far()))
        .isInstanceOf(IllegalStateException.class);
    supervisor.close();
    Files.writeString(go, "go\n");
    assertThat(process.await()).isEqualTo(new CommandEnd.Exited(4));
    CommandSupervisor closed = prepare(Supervision.WATCHDOG);
    closed.close();
    assertThatThrownBy(() -> closed.start(scratch.bash("exit 0"), FixedDeadline.far()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  @DisplayName("A command without words, or with a NUL in one, is refused")
  void badCommands() {
    assertThatThrownBy(() -> scratch.command(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no command given");
    assertThatThrownBy(() -> scratch.command(List.of("a", "b\0c")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NUL");
  }

  private final AtomicReference<CommandEnd> lastEnd =
      new AtomicReference<>(new CommandEnd.Exited(-1));

  private interface Ending {
    CommandEnd end(SupervisedProcess process);
  }

  /** A tree that resists: its pipe ends only when all of it is gone. */
  private BufferedReader startTree(
      Supervision supervision, Duration deadline, Duration grace, Ending ending) throws Exception {
    Path pipe = scratch.pipe("held");
    SupervisedProcess process =
        prepare(supervision)
            .start(
                scratch.bash(
                    """
                    exec 9>"$1/held"
                    sleep 1000 &
                    (trap '' TERM INT HUP; while :; do sleep 0.05; done) &
                    bash -c 'bash -c "sleep 1000; :"; :' &
                    python3 -c 'import os,time; os.setsid(); os.write(9, b"away\\n"); time.sleep(1000)' &
                    wait
                    """),
                FixedDeadline.in(deadline, grace));
    BufferedReader held = Scratch.open(pipe);
    assertThat(held.readLine()).isEqualTo("away");
    lastEnd.set(ending.end(process));
    return held;
  }
}

package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs for output, with real programs. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessRunnerTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final ProcessRunner runner = new ProcessRunner();
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

  private ProcessRequest request(String... words) {
    return ProcessRequest.of(List.of(words), scratch.environment(), directory, LONG);
  }

  private ProcessRequest bash(String script) {
    return request("bash", "-c", script, "test", directory.toString());
  }

  private static Output text(String text) {
    return new Output(text, text.getBytes(StandardCharsets.UTF_8).length, true);
  }

  @Test
  @DisplayName("Exit code and both outputs are returned")
  void exits() {
    assertThat(runner.run(bash("echo out; echo err >&2; exit 3")))
        .isEqualTo(new ProcessResult.Exited(3, text("out\n"), text("err\n")));
    assertThat(runner.run(request("true")))
        .isEqualTo(new ProcessResult.Exited(0, Output.NONE, Output.NONE))
        .isInstanceOfSatisfying(
            ProcessResult.Exited.class, exited -> assertThat(exited.succeeded()).isTrue());
  }

  @Test
  @DisplayName("Words arrive as they are, and no shell reads them")
  void words() {
    String[] odd = {"a b", "", "-n", "\"'", "$(id)", "new\nline", "*"};
    List<String> words = new ArrayList<>(List.of("printf", "<%s>"));
    words.addAll(List.of(odd));
    assertThat(runner.run(request(words.toArray(String[]::new))))
        .isEqualTo(
            new ProcessResult.Exited(0, text("<" + String.join("><", odd) + ">"), Output.NONE));
  }

  @Test
  @DisplayName("Output beyond the limit is read and dropped, and counted")
  void bounded() {
    ProcessResult result =
        runner.run(
            bash("for ((i = 0; i < 20000; i++)); do echo \"line $i\"; echo x >&2; done")
                .withOutputLimit(100));
    assertThat(result)
        .isInstanceOfSatisfying(
            ProcessResult.Exited.class,
            exited -> {
              assertThat(exited.code()).isZero();
              assertThat(exited.out().text()).hasSize(100).startsWith("line 0\nline 1\n");
              assertThat(exited.out().bytesWritten()).isEqualTo(208_890L);
              assertThat(exited.out().complete()).isFalse();
              assertThat(exited.err().text()).hasSize(100);
              assertThat(exited.err().bytesWritten()).isEqualTo(40_000L);
            });
  }

  @Test
  @DisplayName("Input is given, or is at its end; a program that does not read it does no harm")
  void input() {
    assertThat(runner.run(request("cat").withInput("ü\n")))
        .isEqualTo(new ProcessResult.Exited(0, text("ü\n"), Output.NONE));
    assertThat(runner.run(request("cat")))
        .isEqualTo(new ProcessResult.Exited(0, Output.NONE, Output.NONE));
    assertThat(runner.run(request("true").withInput("much\n".repeat(100_000))))
        .isEqualTo(new ProcessResult.Exited(0, Output.NONE, Output.NONE));
  }

  @Test
  @DisplayName("A program that is missing, and one that cannot be run, are results")
  void cannotStart() throws Exception {
    assertThat(runner.run(request("no-such-program-anywhere")))
        .isEqualTo(new ProcessResult.NotFound("no-such-program-anywhere"));
    assertThat(runner.run(request("./nowhere"))).isEqualTo(new ProcessResult.NotFound("./nowhere"));
    assertThat(runner.run(request(""))).isEqualTo(new ProcessResult.NotFound(""));
    Path plain = Files.writeString(directory.resolve("plain"), "text");
    assertThat(runner.run(request("./plain")))
        .isEqualTo(
            new ProcessResult.CannotRun(
                "./plain", directory.resolve("./plain") + " is not executable"));
    assertThat(runner.run(request("/tmp")))
        .isEqualTo(new ProcessResult.CannotRun("/tmp", "/tmp is not executable"));
    Files.writeString(plain, "#!/no/such/interpreter\n");
    Files.setPosixFilePermissions(plain, PosixFilePermissions.fromString("rwx------"));
    assertThat(runner.run(request("./plain", "secret")))
        .isInstanceOfSatisfying(
            ProcessResult.CannotRun.class,
            cannot -> assertThat(cannot.reason()).doesNotContain("secret").isNotEmpty());
    assertThat(
            runner.run(
                ProcessRequest.of(List.of("true"), Map.of(), directory.resolve("nowhere"), LONG)))
        .isEqualTo(
            new ProcessResult.CannotRun(
                "true", directory.resolve("nowhere") + " is not a directory"));
  }

  @Test
  @DisplayName("Programs are looked up in the PATH that they get, not in this JVM's")
  void path() throws Exception {
    Path program = Files.writeString(directory.resolve("tool"), "#!/bin/sh\necho found\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Map<String, String> environment = new HashMap<>(scratch.environment());
    environment.put("PATH", "/nowhere:" + directory);
    assertThat(runner.run(ProcessRequest.of(List.of("tool"), environment, Path.of("/"), LONG)))
        .isEqualTo(new ProcessResult.Exited(0, text("found\n"), Output.NONE));
    assertThat(runner.run(ProcessRequest.of(List.of("ls"), environment, Path.of("/"), LONG)))
        .isEqualTo(new ProcessResult.NotFound("ls"));
  }

  @Test
  @DisplayName("The program gets exactly the variables given")
  void environment() {
    assertThat(
            runner.run(
                ProcessRequest.of(
                    List.of("/usr/bin/env"), Map.of("ONLY", "this"), directory, LONG)))
        .isEqualTo(new ProcessResult.Exited(0, text("ONLY=this\n"), Output.NONE));
  }

  @Test
  @DisplayName("A death by signal is told apart from an exit")
  void signaled() {
    assertThat(runner.run(bash("kill -9 $$")))
        .isEqualTo(new ProcessResult.Signaled(9, Output.NONE, Output.NONE))
        .isInstanceOfSatisfying(
            ProcessResult.Signaled.class, died -> assertThat(died.code()).isEqualTo(137));
    assertThat(runner.run(bash("exit 128")))
        .isEqualTo(new ProcessResult.Exited(128, Output.NONE, Output.NONE));
  }

  @Test
  @DisplayName("After its timeout the whole tree is ended, what ignores SIGTERM too")
  void timeout() throws Exception {
    Path pipe = scratch.pipe("held");
    ProcessRequest request =
        new ProcessRequest(
            bash("exec 9<>\"$1/held\"; (trap '' TERM; while :; do sleep 0.05; done) & "
                    + "bash -c 'sleep 1000; :' & echo up; wait")
                .command(),
            Optional.empty(),
            Duration.ofMillis(700),
            Duration.ofMillis(200),
            1000,
            StandardCharsets.UTF_8);
    RunningProcess running = runner.start(request);
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(running.await())
          .isEqualTo(new ProcessResult.TimedOut(Duration.ofMillis(700), text("up\n"), Output.NONE));
      assertThat(Scratch.readToEnd(held)).isEmpty();
    }
  }

  @Test
  @DisplayName("cancel() ends the tree from another thread, and twice does no harm")
  void cancelled() throws Exception {
    Path pipe = scratch.pipe("held");
    RunningProcess running =
        runner.start(
            bash("exec 9>\"$1/held\"; sleep 1000 & echo up >&9; wait").withGrace(Duration.ZERO));
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(held.readLine()).isEqualTo("up");
      Thread canceller = new Thread(running::cancel);
      canceller.start();
      assertThat(running.await()).isEqualTo(new ProcessResult.Cancelled(Output.NONE, Output.NONE));
      canceller.join();
      running.cancel();
      assertThat(Scratch.readToEnd(held)).isEmpty();
    }
  }

  @Test
  @DisplayName("An interrupted run ends the tree, returns, and keeps the flag")
  void interrupted() throws Exception {
    Path pipe = scratch.pipe("held");
    RunningProcess running =
        runner.start(bash("exec 9>\"$1/held\"; sleep 1000 & echo up >&9; wait"));
    try (BufferedReader held = Scratch.open(pipe)) {
      assertThat(held.readLine()).isEqualTo("up");
      Thread.currentThread().interrupt();
      ProcessResult result = running.await();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(result).isEqualTo(new ProcessResult.Cancelled(Output.NONE, Output.NONE));
      assertThat(Scratch.readToEnd(held)).isEmpty();
    }
  }

  @Test
  @DisplayName("A run that is awaited through interrupts comes to its end, and the flag is kept")
  void awaitedThroughInterrupts() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    Thread waiting = Thread.currentThread();
    Thread storm =
        new Thread(
            () -> {
              while (!over.get()) {
                waiting.interrupt();
                Thread.onSpinWait();
              }
            });
    Path pipe = scratch.pipe("go");
    RunningProcess running = runner.start(bash("read -r <\"$1/go\"; echo done"));
    Files.writeString(pipe, "go\n");
    storm.start();
    waiting.interrupt();
    ProcessResult result = running.awaitThroughInterrupts();
    boolean flag = Thread.interrupted();
    over.set(true);
    while (storm.isAlive()) {
      Thread.onSpinWait();
    }
    boolean unused = Thread.interrupted();
    assertThat(flag).isTrue();
    assertThat(result)
        .isInstanceOfSatisfying(
            ProcessResult.Exited.class,
            exited -> assertThat(exited.out().text()).isEqualTo("done\n"));
  }

  @Test
  @DisplayName("A background process that keeps the outputs open does not keep the caller waiting")
  void heldOutput() throws Exception {
    Path pipe = scratch.pipe("until");
    ProcessResult result = runner.run(bash("(read -r <\"$1/until\") & echo done"));
    assertThat(result)
        .isInstanceOfSatisfying(
            ProcessResult.Exited.class,
            exited -> assertThat(exited.out().text()).isEqualTo("done\n"));
    Files.writeString(pipe, "end\n");
  }

  @Test
  @DisplayName("What a busy machine reads late is waited for, where that is asked")
  void readLate() {
    CountDownLatch busy = new CountDownLatch(1);
    ProcessRunner late =
        new ProcessRunner((name, work) -> Threads.DAEMONS.start(name, () -> after(busy, work)));
    assertThat(late.start(bash("echo done")).await())
        .isEqualTo(new ProcessResult.Exited(0, new Output("", 0, false), new Output("", 0, false)));
    assertThat(late.start(bash("echo done")).await(Duration.ofSeconds(50)))
        .isInstanceOfSatisfying(
            ProcessResult.Exited.class,
            exited -> assertThat(exited.out()).isEqualTo(new Output("done\n", 5, true)));
    busy.countDown();
  }

  /** Longer than outputs are waited for otherwise. */
  private static void after(CountDownLatch busy, Runnable work) {
    try {
      boolean unused = busy.await(2, TimeUnit.SECONDS);
    } catch (InterruptedException nobodyInterrupts) {
      throw new AssertionError(nobodyInterrupts);
    }
    work.run();
  }

  @Test
  @DisplayName("Bounds that make no sense are refused")
  void bounds() {
    assertThatThrownBy(() -> ProcessRequest.of(List.of("true"), Map.of(), directory, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("timeout must be positive, is PT0S");
    assertThatThrownBy(() -> request("true").withOutputLimit(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> request("true").withGrace(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

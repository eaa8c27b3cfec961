package dev.prlease.gate.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.api.forge.ForgeException;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.ManualGate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are run for what they say, freely or under a lease; real ones. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProgramsTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir Path directory = Path.of("");

  private Programs programs(String... more) {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", System.getenv("PATH"));
    for (int i = 0; i < more.length; i += 2) {
      environment.put(more[i], more[i + 1]);
    }
    return new Programs(new SystemClock(), environment, directory);
  }

  private static List<String> bash(String script) {
    return List.of("bash", "-c", script);
  }

  private BufferedReader pipe(String name) throws IOException, InterruptedException {
    Path pipe = directory.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start().waitFor())
        .isZero();
    // Opened for both ends, so that opening waits for nobody.
    return new BufferedReader(
        new InputStreamReader(
            Channels.newInputStream(
                FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)),
            StandardCharsets.UTF_8));
  }

  @Test
  @DisplayName("A read gets its input and exactly the given variables, and tells all it wrote")
  void reads() {
    Ran ran =
        programs("ONE", "1")
            .read(bash("cat; env | sort | grep -v _=; echo err >&2; exit 3"), "said\n", LONG);
    assertThat(ran.out())
        .startsWith("said\nONE=1\nPATH=" + System.getenv("PATH"))
        .contains("PWD=" + directory)
        .doesNotContain("HOME=");
    assertThat(ran.err()).isEqualTo("err\n");
    assertThat(ran.exitCode()).isEqualTo(3);
    assertThat(ran.end()).isEqualTo(Ran.End.EXITED);
    assertThat(ran.extent()).isEqualTo(Ran.Extent.WHOLE);
    assertThat(ran.succeeded()).isFalse();
    assertThat(programs().read(bash("kill -9 $$"), "", LONG).exitCode()).isEqualTo(137);
  }

  @Test
  @DisplayName("What is complained of holds no secret, and the whole is not shown by accident")
  void secrets() {
    Ran ran =
        programs("GH_TOKEN", "hunter2-hunter2")
            .read(bash("echo \"$GH_TOKEN\"; echo \"no: $GH_TOKEN\" >&2"), "", LONG);
    assertThat(ran.err()).isEqualTo("no: ***\n");
    assertThat(ran.toString()).isEqualTo("Ran[bash, EXITED, exit code 0]");
    Ran acted =
        programs("GH_TOKEN", "hunter2-hunter2")
            .act(ManualGate.open(LONG), bash("echo \"no: $GH_TOKEN\" >&2"), LONG);
    assertThat(acted.err()).isEqualTo("no: ***\n");
    assertThatThrownBy(
            () ->
                programs("GH_TOKEN", "hunter2-hunter2")
                    .act(ManualGate.open(LONG), bash("echo \"no: $GH_TOKEN\" >&2; exit 127"), LONG))
        .isInstanceOf(ForgeException.class)
        .hasMessageContaining("no: ***");
  }

  @Test
  @DisplayName("Output beyond four mebibytes is dropped, and that is told")
  void bounded() {
    Ran ran = programs().read(bash("head -c 5000000 /dev/zero"), "", LONG);
    assertThat(ran.extent()).isEqualTo(Ran.Extent.CUT);
    assertThat(ran.out()).hasSize(4 << 20);
    assertThat(ran.succeeded()).isTrue();
  }

  @Test
  @DisplayName("What takes too long is ended: a read, and an act long before its lease is over")
  void timeout() {
    Duration brief = Duration.ofMillis(300);
    assertThat(programs().read(bash("echo so far; exec sleep 600"), "", brief).end())
        .isEqualTo(Ran.End.TIMED_OUT);
    ManualGate gate = ManualGate.open(LONG);
    Duration withinTheGrace = Duration.ofSeconds(5);
    Ran acted = programs().act(gate, bash("echo so far; exec sleep 600"), withinTheGrace);
    assertThat(acted.end()).isEqualTo(Ran.End.TIMED_OUT);
    assertThat(acted.out()).isEqualTo("so far\n");
    Ran never = programs().act(gate, bash("touch acted"), Duration.ofNanos(1));
    assertThat(never.end()).isEqualTo(Ran.End.TIMED_OUT);
    assertThat(directory.resolve("acted")).doesNotExist();
    assertThat(gate.listeners()).isZero();
  }

  @Test
  @DisplayName("A program that is not there is told with how to get it, also under a lease")
  void missing() throws Exception {
    Programs nowhere =
        new Programs(new SystemClock(), Map.of("PATH", directory.toString()), directory);
    assertMissing(
        () -> nowhere.read(List.of("gh"), "", LONG), "gh was not found on the PATH", "gh");
    assertMissing(
        () -> nowhere.act(ManualGate.open(LONG), List.of("gh"), LONG),
        "gh was not found on the PATH",
        "apt-get install gh");
    assertMissing(
        () -> nowhere.act(ManualGate.open(LONG), List.of("git"), LONG),
        "git was not found on the PATH",
        "apt-get install git");
    Files.writeString(directory.resolve("hub"), "no program");
    assertMissing(() -> nowhere.read(List.of("hub"), "", LONG), "hub: cannot run: ", "hub");
    assertMissing(
        () -> nowhere.act(ManualGate.open(LONG), List.of("hub"), LONG), "hub: cannot run: ", "hub");
  }

  private static void assertMissing(Runnable running, String message, String nextStep) {
    assertThatThrownBy(running::run)
        .isInstanceOfSatisfying(
            ForgeException.class,
            missing -> {
              assertThat(missing.kind()).isEqualTo(ForgeException.Kind.MISSING_PROGRAM);
              assertThat(missing.nextStep()).contains(nextStep);
            })
        .hasMessageStartingWith(message);
  }

  @Test
  @DisplayName("Who was interrupted before starts nothing, and keeps the flag")
  void interruptedBefore() {
    Thread.currentThread().interrupt();
    Ran read = programs().read(bash("touch acted"), "", LONG);
    Ran act = programs().act(ManualGate.open(LONG), bash("touch acted"), LONG);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(read.end()).isEqualTo(Ran.End.INTERRUPTED);
    assertThat(act.end()).isEqualTo(Ran.End.INTERRUPTED);
    assertThat(directory.resolve("acted")).doesNotExist();
  }

  @Test
  @DisplayName("An act finds its lease, and is ended with all it started when that is lost")
  void loss() throws Exception {
    ManualGate gate = ManualGate.open(LONG);
    try (BufferedReader told = pipe("told")) {
      CompletableFuture<Ran> end =
          CompletableFuture.supplyAsync(
              () ->
                  programs()
                      .act(
                          gate,
                          bash("sleep 600 & echo \"$PRLEASE_KEY $PRLEASE_FENCE $!\" >told; wait"),
                          LONG));
      String[] words = told.readLine().split(" ", -1);
      assertThat(words[0]).isEqualTo(gate.key().toString());
      assertThat(words[1]).isEqualTo(Long.toString(gate.fence().value()));
      gate.lose();
      assertThat(end.get().end()).isEqualTo(Ran.End.LEASE_OVER);
      assertThat(end.get().succeeded()).isFalse();
      // Zombies count as alive where nobody reaps them.
      assertThat(directory.getFileSystem().getPath("/proc", words[2], "task").resolve(words[2]))
          .satisfiesAnyOf(
              task -> assertThat(task).doesNotExist(),
              task -> assertThat(Files.readString(task.resolve("stat"))).contains(") Z "));
      assertThat(gate.listeners()).isZero();
    }
  }

  @Test
  @DisplayName("An act is gone by the deadline of its lease")
  void deadline() {
    ManualGate gate = ManualGate.open(Duration.ofMillis(1500));
    assertThat(programs().act(gate, bash("exec sleep 600"), LONG).end())
        .isEqualTo(Ran.End.LEASE_OVER);
  }

  @Test
  @DisplayName("Nothing acts once the lease is over; what the store says to that is thrown")
  void over() {
    ManualGate lost = ManualGate.open(LONG);
    lost.lose();
    assertThatThrownBy(() -> programs().act(lost, bash("touch acted"), LONG))
        .isInstanceOf(NotOwnerException.class);
    assertThatThrownBy(() -> programs().act(ManualGate.over(), bash("touch acted"), LONG))
        .isInstanceOf(LeaseExpiredException.class);
    assertThat(directory.resolve("acted")).doesNotExist();
    assertThat(lost.listeners()).isZero();
  }
}

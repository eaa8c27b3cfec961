package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The life of a supervisor itself. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandSupervisorTest {
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

  @Test
  @DisplayName("The pipes lie in a directory of mode 0700, and are gone once the watchdog has them")
  void pipesAreRemoved() throws Exception {
    CommandSupervisor supervisor = scratch.supervisor(Supervision.WATCHDOG);
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

    CommandSupervisor unused = scratch.supervisor(Supervision.WATCHDOG);
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
    CommandSupervisor supervisor = scratch.supervisor(Supervision.IN_PROCESS);
    assertThat(supervisor.supervision()).isEqualTo(Supervision.IN_PROCESS);
    assertThat(supervisor.limitation()).contains("as the test wants it");
    try (SupervisedProcess process =
        supervisor.start(scratch.bash("exit 0"), FixedDeadline.far())) {
      assertThat(process.supervision()).isEqualTo(Supervision.IN_PROCESS);
    }
  }

  @Test
  @DisplayName(
      "B7 whatever goes wrong in preparing, a class that is missing too, nobody waits for it")
  void preparingFails() {
    try (CommandSupervisor supervisor =
        CommandSupervisor.prepare(
            scratch.environment(),
            Path.of("/proc"),
            self -> {
              throw new NoClassDefFoundError("some/Class");
            })) {
      assertThat(supervisor.limitation())
          .contains(
              "two named pipes could not be made: java.lang.NoClassDefFoundError: some/Class");
      assertThat(supervisor.start(scratch.bash("exit 4"), FixedDeadline.far()).await())
          .isEqualTo(new CommandEnd.Exited(4));
    }
  }

  @Test
  @DisplayName(
      "A supervisor starts one command, and none once it is closed; closing then ends nothing")
  void oneCommand() throws Exception {
    Path go = scratch.pipe("go");
    CommandSupervisor supervisor = scratch.supervisor(Supervision.WATCHDOG);
    SupervisedProcess process =
        supervisor.start(scratch.bash("read -r <\"$1/go\"; exit 4"), FixedDeadline.far());
    assertThatThrownBy(() -> supervisor.start(scratch.bash("exit 0"), FixedDeadline.far()))
        .isInstanceOf(IllegalStateException.class);
    supervisor.close();
    Files.writeString(go, "go\n");
    assertThat(process.await()).isEqualTo(new CommandEnd.Exited(4));
    CommandSupervisor closed = scratch.supervisor(Supervision.WATCHDOG);
    closed.close();
    assertThatThrownBy(() -> closed.start(scratch.bash("exit 0"), FixedDeadline.far()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  @DisplayName("B12 starts and ends that overlap do not disturb each other")
  void manyAtOnce() throws Exception {
    int threads = Integer.getInteger("prlease.starts.threads", 4);
    int starts = Integer.getInteger("prlease.starts", 8);
    List<CompletableFuture<List<CommandEnd>>> ends = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      CompletableFuture<List<CommandEnd>> own = new CompletableFuture<>();
      ends.add(own);
      Threads.DAEMONS.start("starts", () -> own.complete(startMany(starts)));
    }
    for (CompletableFuture<List<CommandEnd>> own : ends) {
      assertThat(own.get()).hasSize(starts).allMatch(new CommandEnd.Exited(7)::equals);
    }
    assertThat(pipeDirectories()).isEmpty();
  }

  private List<CommandEnd> startMany(int starts) {
    List<CommandEnd> ends = new ArrayList<>();
    for (int i = 0; i < starts; i++) {
      ends.add(scratch.run(Supervision.WATCHDOG, scratch.bash("exit 7")));
    }
    return ends;
  }

  @Test
  @DisplayName("B12 a command whose shell lost the pipes did not run, and is told so")
  void pipesTakenAway() throws Exception {
    CommandSupervisor supervisor = scratch.supervisor(Supervision.WATCHDOG);
    assertThat(supervisor.supervision()).isEqualTo(Supervision.WATCHDOG);
    Path pipes = pipeDirectories().get(0);
    Files.delete(pipes.resolve("control"));
    Files.delete(pipes.resolve("status"));
    Files.delete(pipes);
    assertThat(supervisor.start(scratch.bash("echo ran >\"$1/ran\""), FixedDeadline.far()).await())
        .isInstanceOfSatisfying(
            CommandEnd.NotStarted.class,
            end -> {
              assertThat(end.refusal()).isEqualTo(CommandEnd.Refusal.CANNOT_RUN);
              assertThat(end.message())
                  .isEqualTo(
                      "bash: cannot run: the pipes to what minds its deadline are gone from "
                          + pipes);
            });
    assertThat(directory.resolve("ran")).doesNotExist();
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
}

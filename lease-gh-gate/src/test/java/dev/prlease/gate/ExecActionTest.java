package dev.prlease.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseExpiredException;
import dev.prlease.api.NotOwnerException;
import dev.prlease.process.CommandEnd;
import dev.prlease.process.Supervision;
import dev.prlease.spi.GatedAction;
import dev.prlease.spi.GatedActionProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A command behind the gate, with real processes and a gate that the test plays. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExecActionTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir Path directory = Path.of("");

  private ExecAction exec(String... words) {
    return ExecAction.prepare(List.of(words), System.getenv(), directory);
  }

  private ExecAction bash(String script) {
    return exec("bash", "-c", script, "test", directory.toString());
  }

  private BufferedReader pipe(String name, CompletableFuture<?> opener)
      throws IOException, InterruptedException {
    assertThat(opener.isCompletedExceptionally()).isFalse();
    return Files.newBufferedReader(directory.resolve(name));
  }

  private void makePipe(String name) throws IOException, InterruptedException {
    assertThat(
            new ProcessBuilder("mkfifo", directory.resolve(name).toString())
                .inheritIO()
                .start()
                .waitFor())
        .isZero();
  }

  private static List<String> readToEnd(BufferedReader reader) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      lines.add(line);
    }
    return lines;
  }

  @Test
  @DisplayName("The command finds its lease in the environment, word for word")
  void environment() throws Exception {
    String script =
        "printf '%s\\n' \"$PRLEASE_KEY\" \"$PRLEASE_SESSION\" \"$PRLEASE_GRANT\" "
            + "\"${PRLEASE_FENCE-none}\" >\"$1/seen\"";
    FakeGate gate = new FakeGate(LONG);
    assertThat(bash(script).run(gate)).isEqualTo(new CommandEnd.Exited(0));
    assertThat(Files.readAllLines(directory.resolve("seen")))
        .containsExactly(
            "acme/app#42",
            "the session's \"own\" $name",
            "0123456789abcdef0123456789abcdef",
            "1700000000000000");

    gate.dropFence();
    Map<String, String> outer = new HashMap<>(System.getenv());
    outer.put("PRLEASE_FENCE", "17");
    ExecAction.prepare(
            List.of("bash", "-c", script, "test", directory.toString()), outer, directory)
        .run(gate);
    assertThat(Files.readAllLines(directory.resolve("seen"))).last().isEqualTo("none");
  }

  @Test
  @DisplayName("Exit codes are the command's, 126 and 127 a shell's; only 0 counts as success")
  void exitCodes() {
    FakeGate gate = new FakeGate(LONG);
    ExecAction action = bash("exit 0");
    assertThat(action.outcome(action.run(gate)))
        .isEqualTo(
            new GatedAction.Outcome(
                GatedAction.Status.SUCCEEDED, Map.of("command", "bash", "exit_code", "0")));
    action = bash("exit 3");
    assertThat(action.outcome(action.run(gate)))
        .isEqualTo(
            new GatedAction.Outcome(
                GatedAction.Status.FAILED, Map.of("command", "bash", "exit_code", "3")));
    action = bash("kill -9 $$");
    assertThat(action.run(gate).exitCode()).isEqualTo(137);
    action = bash("sleep 1000 & exit 0");
    assertThat(action.outcome(action.run(gate)).details()).containsEntry("left_behind", "1");
    action = exec("no-such-program-anywhere", "secret");
    assertThat(action.outcome(action.run(gate)))
        .isEqualTo(
            new GatedAction.Outcome(
                GatedAction.Status.FAILED,
                Map.of(
                    "command",
                    "no-such-program-anywhere",
                    "exit_code",
                    "127",
                    "reason",
                    "no-such-program-anywhere: command not found")));
    assertThat(exec("/tmp").run(gate).exitCode()).isEqualTo(126);
    assertThat(gate.listenerCount()).isZero();
  }

  @Test
  @DisplayName("A renewal moves the deadline; without one the command is ended")
  void renewal() throws Exception {
    makePipe("held");
    FakeGate gate = new FakeGate(Duration.ofMillis(1200));
    ExecAction action =
        bash("exec 9>\"$1/held\"; echo up >&9; sleep 1.5; echo renewed >&9; exec sleep 1000");
    CompletableFuture<CommandEnd> end = CompletableFuture.supplyAsync(() -> action.run(gate));
    try (BufferedReader held = pipe("held", end)) {
      assertThat(held.readLine()).isEqualTo("up");
      gate.renew(Duration.ofSeconds(3));
      assertThat(readToEnd(held)).containsExactly("renewed");
    }
    assertThat(end.get()).isEqualTo(new CommandEnd.Ended(143, CommandEnd.Reason.DEADLINE));
    assertThat(action.outcome(end.get()).details()).containsEntry("ended", "deadline");
  }

  @Test
  @DisplayName(
      "A loss ends the tree; the one who tells it need not wait, the runner returns when all is gone")
  void loss() throws Exception {
    makePipe("held");
    FakeGate gate = new FakeGate(Duration.ofSeconds(12));
    ExecAction action =
        bash(
            """
            exec 9>"$1/held"
            trap 'echo asked >&9; read -r <"$1/go"; exit 9' TERM
            (trap '' TERM; while :; do sleep 0.05; done) &
            echo up >&9
            while :; do sleep 0.05; done
            """);
    makePipe("go");
    CompletableFuture<CommandEnd> end = CompletableFuture.supplyAsync(() -> action.run(gate));
    try (BufferedReader held = pipe("held", end)) {
      assertThat(held.readLine()).isEqualTo("up");
      gate.lose();
      // It returned, though the command waits for us to go on: so nobody waited for its end.
      assertThat(held.readLine()).isEqualTo("asked");
      Files.writeString(directory.resolve("go"), "go\n");
      assertThat(readToEnd(held)).isEmpty();
    }
    assertThat(end.get()).isEqualTo(new CommandEnd.Ended(9, CommandEnd.Reason.ASKED));
    assertThat(gate.listenerCount()).isZero();
  }

  @Test
  @DisplayName("A lease lost or over before the start starts nothing, and the store's word counts")
  void tooLate() {
    FakeGate lost = new FakeGate(LONG);
    lost.lose();
    assertThatThrownBy(() -> bash("touch \"$1/acted\"").run(lost))
        .isInstanceOf(LeaseExpiredException.class);
    FakeGate over = new FakeGate(Duration.ofSeconds(-1));
    over.refuse(NotOwnerException.none(over.key(), over.session()));
    assertThatThrownBy(() -> bash("touch \"$1/acted\"").run(over))
        .isInstanceOf(NotOwnerException.class);
    assertThat(directory.resolve("acted")).doesNotExist();
    assertThat(lost.listenerCount() + over.listenerCount()).isZero();
  }

  @Test
  @DisplayName("News that comes while the command is being started is not lost")
  void earlyNews() {
    FakeGate lost = new FakeGate(LONG);
    lost.afterDeadlineAsked(lost::tellLoss);
    assertThat(bash("exec sleep 1000").run(lost)).isInstanceOf(CommandEnd.Ended.class);
    FakeGate renewed = new FakeGate(Duration.ofSeconds(1));
    renewed.afterDeadlineAsked(() -> renewed.renew(LONG));
    // Longer than the first deadline, in real time.
    assertThat(bash("sleep 1.5; exit 6").run(renewed)).isEqualTo(new CommandEnd.Exited(6));
  }

  @Test
  @DisplayName("A runner that was interrupted before starts nothing and keeps its flag")
  void interruptedBefore() throws Exception {
    Path mark = Files.createTempDirectory("prlease").resolve("started");
    ExecAction action = bash("echo started >'" + mark + "'");
    Thread.currentThread().interrupt();
    CommandEnd end = action.run(new FakeGate(LONG));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(end).isInstanceOf(CommandEnd.Ended.class);
    assertThat(mark).doesNotExist();
    Files.delete(mark.getParent());
    action.close();
  }

  @Test
  @DisplayName("On this machine there is a watchdog, and nothing to warn of")
  void supervision() {
    ExecAction action = bash("exit 0");
    assertThat(action.supervision()).isEqualTo(Supervision.WATCHDOG);
    assertThat(action.limitation()).isEmpty();
    action.close();
  }

  @Test
  @DisplayName("The action is found by its name; without a command it is refused in one clear line")
  void provider() throws Exception {
    GatedActionProvider provider =
        ServiceLoader.load(GatedActionProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(found -> found.name().equals("exec"))
            .findFirst()
            .orElseThrow();
    assertThatThrownBy(() -> provider.create(List.of(), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("exec needs a command to run: exec CMD [ARGUMENT…]");
    GatedAction<?> action = provider.create(List.of("true"), System.getenv());
    assertThat(action.name()).isEqualTo("exec");
    assertThat(action.run(new FakeGate(LONG))).isEqualTo(new CommandEnd.Exited(0));
  }
}

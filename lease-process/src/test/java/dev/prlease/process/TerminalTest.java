package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A supervised command on a real terminal, started by what behaves like a shell. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TerminalTest {
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

  private String foreground(String keys, String script) throws Exception {
    return shell("foreground", keys, script, "");
  }

  private String shell(String where, String keys, String script, String redirections)
      throws Exception {
    return shell(where, keys, script, redirections, Duration.ofMinutes(10));
  }

  /** Runs {@code script} in a supervising JVM on a terminal; returns what was seen there. */
  private String shell(String where, String keys, String script, String redirections, Duration time)
      throws Exception {
    Path driver = directory.resolve("terminal.py");
    try (InputStream from =
        Objects.requireNonNull(TerminalTest.class.getResourceAsStream("terminal.py"))) {
      Files.copy(from, driver, StandardCopyOption.REPLACE_EXISTING);
    }
    List<String> words = new ArrayList<>(List.of("python3", driver.toString(), where, keys));
    ProcessBuilder jvm =
        scratch.supervisingJvm(
            time.toMillis(), 500, List.of("bash", "-c", script, "test", directory.toString()));
    words.addAll(List.of("bash", "-c", "exec \"$@\" " + redirections, "bash"));
    words.addAll(jvm.command());
    ProcessBuilder builder =
        new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().putAll(jvm.environment());
    builder.environment().put("JOB_FILE", directory.resolve("job").toString());
    Process process = builder.start();
    try {
      String seen = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(seen).isZero();
      return seen;
    } finally {
      // Its terminal goes with it, and that hangs up all that is left on it.
      process.destroyForcibly();
    }
  }

  private static final String DONE = "[\"[shell] ended\", \"\\n\"]";

  @Test
  @DisplayName("The command reads from the terminal, and its terminal goes back afterwards")
  void reads() throws Exception {
    assertThat(
            foreground(
                "[[\"go\", \"hello\\n\"], " + DONE + "]", "echo go; read x; echo \"got $x\""))
        .contains("got hello\n")
        .contains("exit 0, terminal with job, then with shell");
  }

  @Test
  @DisplayName("A password prompt on /dev/tty works, also when standard error goes to a file")
  void passwordPrompt() throws Exception {
    assertThat(
            shell(
                "foreground",
                "[[\"go\", \"secret\\n\"], " + DONE + "]",
                "echo go; read -rs x </dev/tty; echo \"got $x\"",
                "2>\"log\""))
        .contains("got secret\n")
        .contains("exit 0, terminal with job, then with shell")
        .doesNotContain("stopped");
    assertThat(scratch.text("log")).isEmpty();
  }

  @Test
  @DisplayName("Ctrl-C reaches the command")
  void interrupt() throws Exception {
    assertThat(foreground("[[\"go\", \"\\u0003\"], " + DONE + "]", "echo go; sleep 1000"))
        .contains("exit 130, terminal with job, then with shell");
  }

  @Test
  @DisplayName("A command that handles Ctrl-C itself goes on")
  void interruptHandled() throws Exception {
    assertThat(
            foreground(
                "[[\"go\", \"\\u0003\"], " + DONE + "]",
                "trap 'echo caught; exit 5' INT; echo go; while :; do sleep 0.1; done"))
        .contains("caught\n")
        .contains("exit 5, terminal with job, then with shell");
  }

  @Test
  @DisplayName(
      "Ctrl-Z stops the job for the shell, and fg brings the command back with its terminal")
  void stopAndForeground() throws Exception {
    assertThat(
            foreground(
                "[[\"go\", \"\\u001a\"], [\"[shell] stopped\", \"fg\\n\"], [\"\", \"hello\\n\"], "
                    + DONE
                    + "]",
                "echo go; read x; echo \"got $x\"; exit 4"))
        .contains("[shell] stopped\n")
        .contains("got hello\n")
        .contains("exit 4, terminal with job, then with shell");
  }

  @Test
  @DisplayName("Ctrl-Z works as often as it is typed")
  void stopTwice() throws Exception {
    assertThat(
            foreground(
                "[[\"go\", \"\\u001a\"], [\"[shell] stopped\", \"fg\\n\"], [\"\", \"one\\n\"], "
                    + "[\"got one\", \"\\u001a\"], [\"[shell] stopped\", \"fg\\n\"], "
                    + "[\"\", \"two\\n\"], "
                    + DONE
                    + "]",
                "echo go; read x; echo \"got $x\"; read x; echo \"got $x\"; exit 4"))
        .contains("got one\n", "got two\n")
        .contains("exit 4, terminal with job, then with shell");
  }

  @Test
  @DisplayName("A command that stays stopped is gone by its deadline, and the first fg tells of it")
  void stoppedForGood() throws Exception {
    Path pipe = scratch.pipe("held");
    CompletableFuture<List<String>> acts =
        CompletableFuture.supplyAsync(
            () -> {
              try (var held = Scratch.open(pipe)) {
                return Scratch.readToEnd(held);
              } catch (IOException failed) {
                throw new UncheckedIOException(failed);
              }
            });
    String seen =
        shell(
            "foreground",
            "[[\"go\", \"{watch}\\u001a\"], [\"[shell] stopped\", \"{gone}fg\\n\"], " + DONE + "]",
            "exec 9>\"$1/held\"; echo \"0 $$\" >\"$1/job\"; echo up >&9; echo go; "
                + "sleep 1000; echo acted >&9",
            "",
            Duration.ofSeconds(3));
    assertThat(acts.get()).containsExactly("up");
    // Bash has forgotten the command's code, and 137 stands for it; unless the job's end reaches it
    // together with what resumes it: then it still knows that SIGTERM ended the command.
    assertThat(seen)
        .containsOnlyOnce("stopped")
        .containsPattern("exit (137|143), terminal with job, then with shell");
    assertThat(scratch.text("report")).contains("reason=DEADLINE");
  }

  @Test
  @DisplayName("A command that is killed while it is stopped is told of by the first fg")
  void killedWhileStopped() throws Exception {
    String seen =
        foreground(
            "[[\"go\", \"{watch}\\u001a\"], [\"[shell] stopped\", \"{kill}{gone}fg\\n\"], "
                + DONE
                + "]",
            "echo \"$$ $$\" >\"$1/job\"; echo go; sleep 1000");
    assertThat(seen).containsOnlyOnce("stopped").contains("exit 137, terminal with job");
  }

  @Test
  @DisplayName("A background job that is brought to the foreground reads, ends, and is over")
  void backgroundThenForeground() throws Exception {
    String seen =
        shell(
            "background",
            "[[\"[shell] stopped\", \"fg\\n\"], [\"\", \"hello\\n\"], "
                + "[\"got hello\", \"\\u0004\"], "
                + DONE
                + "]",
            "read x; echo \"got $x\"; read y || echo end; exit 4",
            "");
    assertThat(seen)
        .containsOnlyOnce("stopped")
        .contains("got hello\nend\n")
        .contains("exit 4, terminal with another, then with shell");
  }

  @Test
  @DisplayName("Ctrl-\\ ends the command")
  void quit() throws Exception {
    assertThat(
            foreground(
                "[[\"go\", \"\\u001c\"], " + DONE + "]",
                // Bash itself ignores it between one command and the next.
                "ulimit -c 0; exec python3 -c 'import time; print(\"go\", flush=True); time.sleep(1000)'"))
        .contains("exit 131, terminal with job, then with shell");
  }

  @Test
  @DisplayName("A background job leaves the terminal to the shell")
  void background() throws Exception {
    assertThat(
            shell(
                "background",
                "[" + DONE + "]",
                "read -r _ _ _ _ pgrp _ _ tpgid _ </proc/self/stat; "
                    + "read -r line </proc/$$/stat; set -- $line; "
                    + "if [[ $5 == \"$8\" ]]; then echo stole it; else echo left it; fi",
                ""))
        .contains("left it\n")
        .contains("exit 0, terminal with shell, then with shell");
  }

  @Test
  @DisplayName("When the JVM is killed, nothing takes the terminal from the shell again")
  void killed() throws Exception {
    String seen =
        foreground(
            "[[\"go\", \"{kill}\"], [\"[shell] ended\", \"{gone}\\n\"]]",
            "echo \"$(ps -o ppid= -p $PPID) $PPID\" >\"$1/job\"; echo go; exec sleep 1000");
    assertThat(seen).contains("exit -9, terminal with another, then with shell");
  }
}

package dev.prlease.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

  private String foreground(String keys, String script) throws Exception {
    return shell("foreground", keys, script, "");
  }

  /** Runs {@code script} in a supervising JVM on a terminal; returns what was seen there. */
  private String shell(String where, String keys, String script, String redirections)
      throws Exception {
    Path driver = directory.resolve("terminal.py");
    try (InputStream from =
        Objects.requireNonNull(TerminalTest.class.getResourceAsStream("terminal.py"))) {
      Files.copy(from, driver, StandardCopyOption.REPLACE_EXISTING);
    }
    List<String> words = new ArrayList<>(List.of("python3", driver.toString(), where, keys));
    ProcessBuilder jvm =
        scratch.supervisingJvm(
            8_000, 500, List.of("bash", "-c", script, "test", directory.toString()));
    words.addAll(List.of("bash", "-c", "exec \"$@\" " + redirections, "bash"));
    words.addAll(jvm.command());
    ProcessBuilder builder =
        new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().putAll(jvm.environment());
    builder.environment().put("JOB_FILE", directory.resolve("job").toString());
    Process process = builder.start();
    String seen = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(seen).isZero();
    return seen;
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
  @DisplayName("A command that stays stopped is gone by its deadline")
  void stoppedForGood() throws Exception {
    Path pipe = scratch.pipe("held");
    Thread reader =
        new Thread(
            () -> {
              try (var held = Scratch.open(pipe)) {
                List<String> acts = Scratch.readToEnd(held);
                Files.write(directory.resolve("acts"), acts);
              } catch (Exception failed) {
                throw new AssertionError(failed);
              }
            });
    reader.start();
    // The shell is told of fg only after the pipe has ended, by the JVM's own end.
    String seen =
        foreground(
            "[[\"go\", \"\\u001a\"], [\"[shell] stopped\", \"fg\\n\"], " + DONE + "]",
            "exec 9>\"$1/held\"; echo up >&9; echo go; sleep 1000; echo acted >&9");
    reader.join();
    assertThat(scratch.text("acts")).isEqualTo("up\n");
    assertThat(seen).contains("exit 143, terminal with job");
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
            "[[\"go\", \"{kill}\"], [\"[shell] ended\", \"{gone}\"]]",
            "echo \"$(ps -o ppid= -p $PPID) $PPID\" >\"$1/job\"; echo go; exec sleep 1000");
    assertThat(seen).contains("exit -9, terminal with another, then with shell");
  }
}

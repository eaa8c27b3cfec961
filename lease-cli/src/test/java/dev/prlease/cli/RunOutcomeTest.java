package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code prlease run} prints and exits with. */
@Timeout(120)
class RunOutcomeTest {
  private static final String KEY = "acme/app#42";

  @TempDir Path top = Path.of("");
  private Processing processing;

  @BeforeEach
  void makeHome() throws Exception {
    processing = new Processing(top);
  }

  @Test
  void run_prints_what_its_command_prints_and_nothing_else_and_releases() throws Exception {
    Answer answer =
        processing.run("run", "--repo", "acme/app", "--pr", "42", "--", "echo", "merging");
    assertThat(answer).isEqualTo(new Answer(0, "merging\n", ""));
    assertThat(processing.state()).isEqualTo("free");
    assertThat(processing.events())
        .containsExactly("acquired", "gate-passed", "action-succeeded", "released");
  }

  @ParameterizedTest
  @CsvSource({
    "exit 0, 0",
    "exit 3, 3",
    "exit 75, 75",
    "exit 255, 255",
    "kill -KILL $$, 137",
    "kill -TERM $$, 143",
    "kill -SEGV $$, 139"
  })
  void run_exits_with_what_its_command_exited_with(String script, int code) throws Exception {
    assertThat(
            processing
                .run("run", "--key", KEY, "--", "bash", "-c", "ulimit -c 0; " + script)
                .code())
        .isEqualTo(code);
    assertThat(processing.state()).isEqualTo("free");
  }

  @Test
  void what_a_command_leaves_in_the_background_is_ended_and_told_of() throws Exception {
    Answer answer =
        processing.run("run", "--key", KEY, "--", "bash", "-c", "sleep 1000 & sleep 1000 & exit 3");
    assertThat(answer)
        .isEqualTo(
            new Answer(
                3,
                "",
                "prlease run: ended 2 processes that the command had left in the background\n"));
  }

  @Test
  void a_command_that_does_not_exist_is_127_and_one_that_cannot_run_126() throws Exception {
    Answer missing = processing.run("run", "--key", KEY, "--", "no-such-command");
    assertThat(missing.code()).isEqualTo(127);
    assertThat(missing.err()).contains("no-such-command").doesNotContain("Exception");
    Path file = processing.directory.resolve("plain");
    Files.writeString(file, "text");
    Answer cannot = processing.run("run", "--key", KEY, "--", "./plain");
    assertThat(cannot.code()).isEqualTo(126);
    assertThat(cannot.err()).contains("plain");
    assertThat(processing.state()).isEqualTo("free");
  }

  @Test
  void the_command_finds_its_lease_in_the_environment() throws Exception {
    Answer answer =
        processing.run(
            "run",
            "--key",
            KEY,
            "--",
            "bash",
            "-c",
            "echo $PRLEASE_KEY ${#PRLEASE_SESSION} ${#PRLEASE_GRANT} ${#PRLEASE_FENCE} $PRLEASE_STORE");
    assertThat(answer.out())
        .isEqualTo("acme/app#42 32 32 16 file:" + processing.home + "/leases\n");
  }

  @Test
  void L8_the_command_finds_the_same_git_remote_wherever_it_goes() throws Exception {
    String script =
        Processing.shellFunction()
            + "git init -q --bare server.git && git init -q clone && cd clone || exit 1\n"
            + "git remote add origin \"$PWD/../server.git\"\n"
            + "export PRLEASE_STORE='git:origin?maxClockSkew=0s'\n"
            + "store=$(prlease run --key acme/app#42 -- bash -c 'echo \"$PRLEASE_STORE\"')\n"
            + "cd / && prlease status --store \"$store\" --key acme/app#42 --json";
    try (Running shell = processing.bash(script)) {
      Answer answer = shell.end();
      assertThat(answer.code()).as(answer.toString()).isZero();
      assertThat(answer.json("store"))
          .startsWith("git:/")
          .contains("/server.git?")
          .doesNotContain("checkout=");
    }
  }

  @Test
  void the_command_has_standard_input_to_itself() throws Exception {
    try (Running running = processing.holding()) {
      running.line();
      running.send("hello");
      assertThat(running.end()).isEqualTo(new Answer(7, "got hello\n", ""));
    }
  }

  @Test
  void a_reader_that_goes_away_is_no_crash() throws Exception {
    try (Running shell =
        processing.bash(
            Processing.shellFunction() + "prlease help run | :; echo ${PIPESTATUS[0]}")) {
      assertThat(shell.end()).isEqualTo(new Answer(0, "0\n", ""));
    }
  }
}

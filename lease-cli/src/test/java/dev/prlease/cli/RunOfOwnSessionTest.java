package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code prlease run} where its session holds the lease already. */
@Timeout(120)
class RunOfOwnSessionTest {
  private static final String KEY = "acme/app#42";

  @TempDir Path top = Path.of("");
  private Processing processing;

  @BeforeEach
  void makeHome() throws Exception {
    processing = new Processing(top);
  }

  @Test
  void a_lease_that_the_session_held_before_stays_held_after_the_run() throws Exception {
    processing.makeWorktree();
    assertThat(processing.here("acquire", "--key", KEY).code()).isZero();
    Answer before = processing.status();
    assertThat(processing.run("run", "--key", KEY, "--", "true").code()).isZero();
    Answer after = processing.status();
    assertThat(after.json("state")).isEqualTo("held");
    assertThat(after.json("fence")).isEqualTo(before.json("fence"));
    assertThat(after.json("program"))
        .as("nobody is at work under it any more, wherever one looks from")
        .isEqualTo("prlease acquire");
    assertThat(after.out()).as("the run's process has ended").doesNotContain("\"pid\"");
    assertThat(processing.here("release", "--key", KEY).out()).isEqualTo("released acme/app#42\n");
  }

  @Test
  void a_run_with_a_shorter_TTL_does_not_cut_short_what_the_session_held_before() throws Exception {
    processing.makeWorktree();
    processing.here("acquire", "--key", KEY, "--ttl", "2h");
    Answer run = processing.run("run", "--key", KEY, "--ttl", "20s", "--", "true");
    assertThat(run.code()).isZero();
    assertThat(run.err())
        .isEqualTo(
            "prlease run: this session holds acme/app#42 for 2h, which stays: a shorter --ttl"
                + " changes nothing\n");
    assertThat(processing.status().json("ttl_secs")).isEqualTo("7200");
  }

  @Test
  void two_runs_of_one_session_exclude_each_other() throws Exception {
    processing.makeWorktree();
    assertThat(processing.here("acquire", "--key", KEY).code()).isZero();
    try (Running first = processing.holding()) {
      first.line();
      Answer second = processing.run("run", "--key", KEY, "--", "echo", "never");
      assertThat(second.code()).isEqualTo(75);
      assertThat(second.err())
          .startsWith("prlease run: another command of this session is at work on acme/app#42: ")
          .contains("prlease run, pid " + first.process.pid());
      assertThat(processing.here("release", "--key", KEY).code()).isEqualTo(75);
      assertThat(processing.here("acquire", "--key", KEY).out()).startsWith("joined ");
      first.send("go");
      assertThat(first.end().code()).isEqualTo(7);
    }
    assertThat(processing.run("run", "--key", KEY, "--", "echo", "again").out())
        .isEqualTo("again\n");
  }

  @Test
  void what_a_run_left_behind_does_not_join_the_next_one() throws Exception {
    processing.makeWorktree();
    for (String name : new String[] {"go", "said"}) {
      String pipe = processing.directory.resolve(name).toString();
      assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
    }
    assertThat(processing.here("acquire", "--key", KEY).code()).isZero();
    // The pipe is opened before the run ends: so its orphan is there, in a session of its own.
    String orphan =
        Processing.shellFunction()
            + """
            export -f prlease
            setsid bash -c '
              exec 8<>go
              echo there >started
              read -r line <&8
              prlease run -- echo acts >said 2>&1' >/dev/null 2>&1 </dev/null &
            while [ ! -s started ]; do sleep 0.02; done
            """;
    assertThat(processing.run("run", "--key", KEY, "--", "bash", "-c", orphan).code()).isZero();
    Answer next = processing.run("run", "--key", KEY, "--", "bash", "-c", "echo go >go; cat said");
    assertThat(next.code()).isZero();
    assertThat(next.out()).contains("that run is over").doesNotContain("acts");
  }

  @Test
  void B4_a_run_that_lost_its_lease_leaves_alone_what_its_session_acquired_since()
      throws Exception {
    processing.makeWorktree();
    assertThat(processing.here("acquire", "--key", KEY, "--ttl", "1h").code()).isZero();
    try (Running first = processing.holding()) {
      first.line();
      assertThat(processing.here("break", "--key", KEY, "--reason", "test").code()).isZero();
      assertThat(processing.here("acquire", "--key", KEY, "--ttl", "30s").code()).isZero();
      byte[] successor = Files.readAllBytes(processing.record());
      first.send("go");
      assertThat(first.end().code()).isEqualTo(76);
      assertThat(Files.readAllBytes(processing.record())).isEqualTo(successor);
    }
  }

  @Test
  void B4_a_run_that_ends_after_its_lease_is_told_of_leaves_it_free() throws Exception {
    processing.makeWorktree();
    assertThat(processing.here("acquire", "--key", KEY, "--ttl", "1h").code()).isZero();
    try (Running first = processing.holding()) {
      first.line();
      assertThat(processing.here("break", "--key", KEY, "--reason", "test").code()).isZero();
      first.send("go");
      assertThat(first.end().code()).isEqualTo(76);
      assertThat(processing.state()).isEqualTo("free");
    }
  }

  @Test
  void P10_a_run_that_follows_on_a_killed_one_finds_nothing_of_it_left() throws Exception {
    processing.makeWorktree();
    assertThat(processing.here("acquire", "--key", KEY, "--ttl", "6s").code()).isZero();
    String stubborn = "trap '' TERM HUP; echo $$; while :; do read -r x || sleep 0.1; done";
    try (Running first =
        processing.prlease("run", "--key", KEY, "--ttl", "12s", "--", "bash", "-c", stubborn)) {
      String child = first.line();
      first.process.destroyForcibly().waitFor();
      // One that has ended, and that nobody has waited for yet, is left by no one's fault.
      String isAlive = "grep -q '^State:[[:space:]]*[^ZX[:space:]]' /proc/" + child + "/status";
      Answer second = processing.run("run", "--key", KEY, "--", "bash", "-c", isAlive);
      assertThat(second.code()).as(second.err()).isBetween(1, 2);
      assertThat(second.err()).contains("was killed while it held acme/app#42");
    }
  }
}

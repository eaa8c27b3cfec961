package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A {@code run} was killed, and what it ran is being killed, which takes a moment: a second is
 * waited for it.
 */
class KilledRunTest {
  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() {
    desktop = new Desktop(top);
  }

  private static final long RUN = 1234;

  /** A run of alpha's that was killed; nobody has looked at it yet. */
  private void killRun(String... options) {
    desktop.as("alpha", "acquire", options);
    desktop.makeRun(RUN);
    desktop.processes.kill(RUN);
  }

  private Duration waited(Instant since) {
    return Duration.between(since, desktop.clock.now());
  }

  private static void checkTold(Answer answer, String command) {
    assertThat(answer.err())
        .isEqualTo(
            "prlease "
                + command
                + ": prlease run, pid 1234 on testhost was killed while it held acme/app#42; waiting"
                + " a moment for what it ran to end\n");
  }

  @Test
  void P10_acquire_waits_for_what_it_ran_to_end_and_says_so() {
    killRun();
    Instant start = desktop.clock.now();
    Answer answer = desktop.as("alpha", "acquire", "--json");
    assertThat(answer.code()).isZero();
    assertThat(answer.json("origin")).isEqualTo("again");
    assertThat(waited(start)).isEqualTo(Duration.ofSeconds(1));
    checkTold(answer, "acquire");
    assertThat(desktop.events()).as("who waits a moment").doesNotContain("stood-down");
    Instant later = desktop.clock.now();
    assertThat(desktop.as("alpha", "acquire").err()).isEmpty();
    assertThat(waited(later)).isZero();
  }

  @Test
  void acquire_that_joins_its_own_sessions_run_has_not_stood_down_and_another_run_has() {
    desktop.makeCommandsRun();
    desktop.as("alpha", "acquire");
    desktop.makeRun(RUN);
    Answer joined = desktop.as("alpha", "acquire", "--json");
    assertThat(joined.code()).as(joined.err()).isZero();
    assertThat(desktop.events()).doesNotContain("stood-down");
    assertThat(desktop.as("alpha", "run", "--", "true").code()).isEqualTo(75);
    assertThat(desktop.events()).filteredOn("stood-down"::equals).hasSize(1);
    assertThat(desktop.as("beta", "acquire").code()).isEqualTo(75);
    assertThat(desktop.events()).filteredOn("stood-down"::equals).hasSize(2);
  }

  @Test
  void B12_a_shorter_wait_for_others_does_not_give_up_on_it() {
    desktop.makeCommandsRun();
    killRun();
    Answer acquired = desktop.as("alpha", "acquire", "--wait", "1s", "--json");
    assertThat(acquired.code()).as(acquired.err()).isZero();
    assertThat(acquired.json("origin")).isEqualTo("again");
    checkTold(acquired, "acquire");
    assertThat(desktop.events()).doesNotContain("stood-down");
    desktop.makeRun(RUN);
    Answer ran = desktop.as("alpha", "run", "--wait", "1s", "--", "true");
    assertThat(ran.code()).as(ran.err()).isZero();
    checkTold(ran, "run");
  }

  @Test
  void P10_release_frees_the_lease_only_afterwards() {
    killRun();
    desktop.duringPauses.add(
        () -> assertThat(desktop.as("beta", "acquire").code()).as("while it waits").isEqualTo(75));
    Instant start = desktop.clock.now();
    Answer answer = desktop.as("alpha", "release");
    assertThat(answer.out()).isEqualTo("released acme/app#42\n");
    assertThat(waited(start)).isEqualTo(Duration.ofSeconds(1));
    checkTold(answer, "release");
  }

  @Test
  void P10_adopt_moves_the_lease_only_afterwards() {
    killRun();
    Instant start = desktop.clock.now();
    Answer answer = desktop.as("beta", "adopt", "--from", "alpha", "--json");
    assertThat(answer.json("owner_session_id")).isEqualTo("beta");
    assertThat(waited(start)).isEqualTo(Duration.ofSeconds(1));
    checkTold(answer, "adopt");
  }

  @Test
  void P10_run_starts_its_command_only_afterwards() throws Exception {
    desktop.makeCommandsRun();
    killRun();
    Path mark = desktop.directory.resolve("mark");
    desktop.duringPauses.add(() -> assertThat(mark).doesNotExist());
    Instant start = desktop.clock.now();
    Answer answer = desktop.as("alpha", "run", "--", "touch", mark.toString());
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(waited(start)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    assertThat(mark).exists();
    checkTold(answer, "run");
    assertThat(desktop.events()).as("who waits a moment").doesNotContain("stood-down");
  }

  @Test
  void P10_run_does_so_too_while_it_waits_for_its_turn() throws Exception {
    desktop.makeCommandsRun();
    killRun();
    Instant start = desktop.clock.now();
    Answer answer = desktop.as("alpha", "run", "--wait", "1m", "--", "true");
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(waited(start)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    checkTold(answer, "run");
  }

  @Test
  void P10_so_do_commands_under_a_lease_that_the_shell_exported() {
    Answer exported = desktop.as("alpha", "acquire", "--export");
    desktop.environment.putAll(InheritedLeaseTest.exports(exported));
    desktop.makeRun(RUN);
    desktop.processes.kill(RUN);
    Instant start = desktop.clock.now();
    Answer answer = desktop.prlease("release");
    assertThat(answer.out()).isEqualTo("released acme/app#42\n");
    assertThat(waited(start)).isEqualTo(Duration.ofSeconds(1));
    checkTold(answer, "release");
  }

  @Test
  void what_another_command_of_the_session_starts_meanwhile_is_not_disturbed() {
    killRun();
    desktop.duringPauses.add(() -> desktop.makeRun(99));
    assertThat(desktop.as("alpha", "release").code()).isEqualTo(75);
    assertThat(desktop.as("alpha", "acquire").out()).startsWith("joined ");
  }

  @Test
  void another_session_stands_down_at_once() {
    killRun();
    Instant start = desktop.clock.now();
    assertThat(desktop.as("beta", "acquire").code()).isEqualTo(75);
    assertThat(waited(start)).isZero();
  }

  @Test
  void a_run_that_is_not_provably_dead_is_at_work() {
    desktop.as("alpha", "acquire");
    desktop.makeRun(RUN);
    Instant start = desktop.clock.now();
    Answer release = desktop.as("alpha", "release");
    assertThat(release.code()).isEqualTo(75);
    assertThat(release.err())
        .startsWith(
            "prlease release: another command of this session is at work on acme/app#42: prlease"
                + " run, pid 1234 on testhost; standing down\n  session alpha\n");
    assertThat(desktop.as("alpha", "run", "--", "true").code()).isEqualTo(75);
    assertThat(waited(start)).isZero();
  }
}

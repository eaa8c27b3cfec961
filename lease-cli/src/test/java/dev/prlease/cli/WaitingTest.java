package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --wait} says while it waits. */
class WaitingTest {
  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() {
    desktop = new Desktop(top);
  }

  @Test
  void L36_it_says_for_whom_and_how_long_and_again_when_the_holder_changes() {
    desktop.as("alpha", "acquire");
    desktop.duringPauses.add(() -> {});
    desktop.duringPauses.add(
        () -> {
          desktop.as("alpha", "release");
          desktop.clock.advance(Duration.ofMinutes(1));
          desktop.as("gamma", "acquire");
        });
    Answer answer = desktop.as("beta", "acquire", "--wait", "5m");
    assertThat(answer.code()).isEqualTo(124);
    assertThat(answer.err().lines().limit(3))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "prlease acquire: acme/app#42 is already being driven by session alpha"
                            + " (prlease acquire, pid 4711 on testhost); waiting up to 5m"),
            line ->
                assertThat(line)
                    .startsWith(
                        "prlease acquire: acme/app#42 is already being driven by session gamma"
                            + " (prlease acquire, pid 4711 on testhost); waiting up to 3m 5"),
            line -> assertThat(line).startsWith("prlease acquire: timed out waiting: "));
  }

  @Test
  void a_renewal_of_the_holder_is_no_news() {
    desktop.as("alpha", "acquire");
    for (int i = 0; i < 4; i++) {
      desktop.duringPauses.add(() -> desktop.as("alpha", "renew"));
    }
    Answer answer = desktop.as("beta", "acquire", "--wait", "30s");
    assertThat(answer.err().lines().filter(line -> line.contains("waiting up to"))).hasSize(1);
  }

  @Test
  void a_wait_that_is_interrupted_took_nothing_and_says_so() {
    desktop.as("alpha", "acquire");
    desktop.duringPauses.add(() -> Thread.currentThread().interrupt());
    Answer answer = desktop.as("beta", "acquire", "--wait", "5m");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(answer.code()).isEqualTo(130);
    assertThat(answer.err())
        .contains("waiting up to 5m\n")
        .endsWith("prlease acquire: interrupted while waiting for acme/app#42\n");
    assertThat(desktop.as("alpha", "assert").code()).isZero();
  }

  @Test
  void a_slot_that_something_else_keeps_locked_is_waited_for_too() throws Exception {
    desktop.as("alpha", "acquire");
    desktop.as("alpha", "release");
    Path lock = desktop.record().resolveSibling("acme__app__pr-42.json.lock");
    try (FileChannel foreign = FileChannel.open(lock, StandardOpenOption.WRITE)) {
      assertThat(foreign.tryLock()).isNotNull();
      Answer refused = desktop.as("beta", "acquire", "--json");
      assertThat(refused.code()).isEqualTo(74);
      assertThat(refused.json("error")).isEqualTo("contention");
      Answer inVain = desktop.as("beta", "acquire", "--wait", "12s");
      assertThat(inVain.code()).isEqualTo(74);
      assertThat(inVain.err()).contains("another process held the lock " + lock);
      // Each try looks every 2 ms for 5 s: this is in the third.
      for (int i = 0; i < 6_000; i++) {
        desktop.duringPauses.add(() -> {});
      }
      desktop.duringPauses.add(() -> close(foreign));
      assertThat(desktop.as("beta", "acquire", "--wait", "10m").code()).isZero();
      assertThat(desktop.duringPauses).isEmpty();
    }
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_holder_whose_process_is_gone_is_told_to_who_is_refused_and_who_looks() {
    desktop.as("alpha", "acquire");
    desktop.processes.kill(4711);
    assertThat(desktop.as("beta", "acquire").err())
        .as("it ends, and leaves it held")
        .doesNotContain("note");
    desktop.makeRun(99);
    assertThat(desktop.as("beta", "acquire").err()).as("it lives").doesNotContain("note");
    desktop.processes.kill(99);
    String note =
        "\n  note    that process is gone, and nobody renews the lease: it is free from "
            + desktop.clock.now().plus(Duration.ofMinutes(15))
            + ", or by prlease break\n";
    assertThat(desktop.as("beta", "acquire").err()).contains(note + "  next:   prlease status");
    assertThat(desktop.as("beta", "status").out()).endsWith(note);
    desktop.clock.advance(Duration.ofMinutes(15));
    assertThat(desktop.as("beta", "status").out()).doesNotContain("note");
  }

  @Test
  void B2_who_waits_and_gets_the_lease_did_not_stand_down() {
    desktop.as("alpha", "acquire");
    desktop.duringPauses.add(() -> desktop.as("alpha", "release"));
    assertThat(desktop.as("beta", "acquire", "--wait", "5m").code()).isZero();
    assertThat(desktop.events()).containsExactly("acquired", "released", "acquired");
  }

  @Test
  void B2_who_waits_in_vain_stands_down_once() {
    desktop.as("alpha", "acquire");
    assertThat(desktop.as("beta", "acquire", "--wait", "5s").code()).isEqualTo(124);
    assertThat(desktop.events()).containsExactly("acquired", "stood-down");
  }

  @Test
  void B2_who_waits_joins_its_own_session_at_work_at_once_and_did_not_stand_down() {
    desktop.as("alpha", "acquire");
    desktop.makeRun(99);
    Answer joined = desktop.as("alpha", "acquire", "--wait", "5m");
    assertThat(joined.out()).startsWith("joined acme/app#42\n");
    assertThat(desktop.events()).containsExactly("acquired", "joined");
  }

  @Test
  void B2_also_if_it_began_to_work_only_while_another_session_was_waited_for() {
    desktop.as("beta", "acquire");
    desktop.duringPauses.add(
        () -> {
          desktop.as("beta", "release");
          desktop.as("alpha", "acquire");
          desktop.makeRun(99);
        });
    assertThat(desktop.as("alpha", "acquire", "--wait", "5m").out()).startsWith("joined ");
  }
}

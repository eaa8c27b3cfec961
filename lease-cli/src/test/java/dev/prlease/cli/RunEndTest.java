package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How {@code prlease run} ends before its command does. */
@Timeout(120)
class RunEndTest {
  private static final String KEY = "acme/app#42";

  @TempDir Path top = Path.of("");
  private Processing processing;

  @BeforeEach
  void makeHome() throws Exception {
    processing = new Processing(top);
  }

  @Test
  void L15_signals_end_the_command_release_the_lease_and_exit_with_128_plus_their_number()
      throws Exception {
    Map<String, Integer> codes = Map.of("TERM", 143, "INT", 130, "HUP", 129);
    List<Signalled> all = new ArrayList<>();
    try {
      for (Map.Entry<String, Integer> signal : codes.entrySet()) {
        Processing home = new Processing(Files.createDirectory(top.resolve(signal.getKey())));
        all.add(new Signalled(signal.getKey(), signal.getValue(), home, home.holding()));
      }
      for (Signalled one : all) {
        one.check();
      }
    } finally {
      all.forEach(one -> one.running().close());
    }
  }

  /** A run in a home of its own that gets a signal. */
  private record Signalled(String signal, int code, Processing home, Running running) {
    void check() throws Exception {
      long child = Long.parseLong(running.line());
      running.signal(signal);
      Answer answer = running.end();
      assertThat(answer.code()).as(signal).isEqualTo(code);
      assertThat(answer.err())
          .as(signal)
          .contains("interrupted, and ended the command; the lease on acme/app#42 is given back");
      assertThat(ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false)).isFalse();
      assertThat(home.state()).as(signal).isEqualTo("free");
    }
  }

  @Test
  void a_second_signal_does_not_skip_the_release() throws Exception {
    // The command takes its time to end, so that the second signal comes in between.
    try (Running running =
        processing.prlease(
            "run",
            "--key",
            KEY,
            "--",
            "bash",
            "-c",
            "trap 'echo ending; read -r line; exit 0' TERM; echo ready; while :; do read -r x; done")) {
      assertThat(running.line()).isEqualTo("ready");
      running.signal("TERM");
      assertThat(running.line()).isEqualTo("ending");
      running.signal("INT");
      running.signal("TERM");
      running.send("now");
      assertThat(running.end().code()).as("the first one counts").isEqualTo(143);
      assertThat(processing.state()).isEqualTo("free");
    }
  }

  @Test
  void a_break_while_the_command_runs_ends_it_with_76() throws Exception {
    try (Running running = processing.holding("--ttl", "6s")) {
      long child = Long.parseLong(running.line());
      assertThat(processing.here("break", "--key", KEY, "--reason", "test").code()).isZero();
      Answer answer = running.end();
      assertThat(answer.code()).isEqualTo(76);
      assertThat(answer.out()).isEmpty();
      assertThat(answer.err()).contains("lost").contains(KEY);
      assertThat(ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false)).isFalse();
      assertThat(processing.events()).contains("broken", "lost", "action-failed");
    }
  }

  @Test
  void after_kill_9_of_the_holder_the_next_acquire_succeeds_after_the_TTL_and_not_before()
      throws Exception {
    try (Running running = processing.holding("--ttl", "4s")) {
      running.line();
      running.process.destroyForcibly().waitFor();
      Answer before = processing.status();
      assertThat(processing.here("acquire", "--key", KEY).code()).isEqualTo(75);
      Answer after = processing.here("acquire", "--key", KEY, "--wait", "60s", "--json");
      assertThat(after.code()).isZero();
      assertThat(after.json("origin")).isEqualTo("reclaimed");
      assertThat(after.json("acquired_at")).isGreaterThanOrEqualTo(before.json("expires_at"));
      assertThat(processing.events())
          .containsSubsequence("acquired", "gate-passed", "stood-down", "reclaimed")
          .doesNotContain("released");
    }
  }

  @Test
  void kill_9_of_prlease_alone_ends_its_command_at_once() throws Exception {
    try (Running running = sleeping("--ttl", "10m")) {
      running.line();
      running.signal("KILL");
      // The end of its standard output is the end of the command.
      assertThat(running.end().code()).isEqualTo(137);
      assertThat(processing.state()).isEqualTo("held");
    }
  }

  @Test
  void kill_STOP_of_prlease_alone_ends_its_command_before_the_lease_is_over() throws Exception {
    try (Running running = sleeping("--ttl", "6s")) {
      ProcessHandle child = ProcessHandle.of(Long.parseLong(running.line())).orElseThrow();
      running.signal("STOP");
      child.onExit().get();
      assertThat(processing.here("acquire", "--key", KEY, "--wait", "60s").code()).isZero();
      running.signal("CONT");
      assertThat(running.end().code()).isEqualTo(76);
    }
  }

  private Running sleeping(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("run", "--key", KEY));
    words.addAll(List.of(options));
    words.addAll(List.of("--", "bash", "-c", "echo $$; exec sleep 1000"));
    return processing.prlease(words.toArray(new String[0]));
  }
}

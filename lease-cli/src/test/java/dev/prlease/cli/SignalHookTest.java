package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a signal makes of a call's exit code. */
@Timeout(60)
class SignalHookTest {
  private final List<Integer> exits = new ArrayList<>();
  private final SignalHook hook = new SignalHook(Thread.currentThread(), exits::add);

  @Test
  void B20_a_call_that_was_done_when_the_signal_came_exits_with_its_own_code() {
    hook.callIsOver(0);
    hook.run();
    assertThat(exits).containsExactly(0);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void a_call_that_was_interrupted_exits_with_the_code_of_the_signal_which_the_JVM_knows()
      throws Exception {
    hook.putOff();
    Thread signal = new Thread(hook, "signal");
    signal.start();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException told) {
      hook.callIsOver(ExitCode.INTERRUPTED);
    }
    signal.join();
    assertThat(exits).isEmpty();
  }

  @Test
  void B3_a_call_that_may_hold_no_lease_is_not_waited_for_and_takes_none_afterwards() {
    hook.run();
    assertThat(Thread.interrupted()).as("the call is told").isTrue();
    assertThat(exits).as("the JVM exits with the code of the signal").isEmpty();
    assertThatThrownBy(hook::putOff)
        .isInstanceOf(InterruptedException.class)
        .hasMessage("interrupted before anything was taken");
  }

  @Test
  void B3_a_command_that_only_looks_dies_of_a_signal_at_once_though_its_answer_is_not_read(
      @TempDir Path top) throws Exception {
    Processing processing = new Processing(top);
    assertThat(processing.here("acquire", "--key", "acme/app#42").code()).isZero();
    Path audit = processing.home.resolve("audit.jsonl");
    Files.writeString(audit, Files.readString(audit).repeat(2_000));
    try (Processing.Running running = processing.prlease("audit")) {
      running.line();
      running.signal("TERM");
      assertThat(running.process.waitFor()).isEqualTo(143);
      assertThat(running.end().err()).isEmpty();
    }
  }

  @Test
  void B13_what_others_do_when_the_JVM_ends_is_not_cut_off(@TempDir Path top) throws Exception {
    Processing processing = new Processing(top);
    List<String> words = new ArrayList<>(Processing.command());
    words.set(words.size() - 1, HookedMain.class.getName());
    words.add("--version");
    try (Processing.Running running = processing.start(top, Map.of(), words)) {
      assertThat(running.line()).startsWith("prlease ");
      assertThat(running.line()).isEqualTo("the plugin's hook ran to its end");
      assertThat(running.end().code()).isZero();
    }
  }
}

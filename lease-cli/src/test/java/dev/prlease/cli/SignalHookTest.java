package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a signal makes of a call's exit code. */
@Timeout(60)
class SignalHookTest {
  private final List<Integer> exits = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private final SignalHook hook =
      new SignalHook(Thread.currentThread(), exits::add, Duration.ofSeconds(60), lines::add);

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
  void L15_a_call_that_is_not_waited_for_any_longer_leaves_its_last_word() throws Exception {
    Thread thatHangs = new Thread(() -> {});
    SignalHook impatient = new SignalHook(thatHangs, exits::add, Duration.ZERO, lines::add);
    impatient.putOff();
    impatient.leaveWord("the former");
    impatient.leaveWord("it is armed");
    impatient.run();
    assertThat(lines)
        .containsExactly(
            "prlease: gave up waiting; a lease that it took ends with its TTL",
            "prlease: it is armed");
    lines.clear();
    impatient.leaveWord("");
    impatient.run();
    assertThat(lines).hasSize(1);
  }

  @Test
  void L59_nobody_who_reads_its_last_word_keeps_the_end_from_coming() throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    SignalHook unread =
        new SignalHook(
            new Thread(() -> {}),
            exits::add,
            Duration.ZERO,
            line -> {
              try {
                read.await();
              } catch (InterruptedException nobodyInterrupts) {
                throw new AssertionError(nobodyInterrupts);
              }
            });
    unread.putOff();
    unread.run();
    assertThat(exits).as("the JVM exits with the code of the signal").isEmpty();
    read.countDown();
  }

  @Test
  void L59_a_call_that_gave_back_what_it_took_is_not_waited_for_until_somebody_reads_its_words()
      throws Exception {
    SignalHook patient =
        new SignalHook(new Thread(() -> {}), exits::add, Duration.ofDays(1), lines::add);
    patient.putOff();
    patient.onlyWordsAreLeft();
    patient.run();
    assertThat(lines).as("no lease is left that would end with its TTL").isEmpty();
    assertThat(exits).isEmpty();
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

  /** It would end the JVM from within its shutdown, and cut off the hooks of plugins. */
  @Test
  void B13_a_call_that_is_over_before_any_signal_leaves_no_hook_behind() {
    SignalHook.Installed installed = SignalHook.install(Thread.currentThread(), lines::add);
    installed.callIsOver(0);
    assertThat(Runtime.getRuntime().removeShutdownHook(installed.thread()))
        .as("it was there still")
        .isFalse();
  }
}

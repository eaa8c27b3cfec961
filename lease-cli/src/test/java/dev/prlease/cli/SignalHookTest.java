package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
}

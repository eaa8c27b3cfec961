package dev.prlease.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets a call finish when the JVM shuts down: interrupts it, and waits for it. */
final class SignalHook extends Thread {
  /** A child's grace, and a store that answers slowly; longer only if something hangs. */
  private static final long LONGEST_WAIT_SECONDS = 30;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread caller;

  private SignalHook(Thread caller) {
    super("prlease-signal");
    this.caller = caller;
  }

  /** Watches over the call that {@code caller} is about to make. */
  static SignalHook install(Thread caller) {
    SignalHook hook = new SignalHook(caller);
    Runtime.getRuntime().addShutdownHook(hook);
    return hook;
  }

  /** The call has returned: nothing is to be waited for any more. */
  void callIsOver() {
    over.countDown();
  }

  @Override
  public void run() {
    if (over.getCount() == 0) {
      return;
    }
    caller.interrupt();
    try {
      if (!over.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
        System.err.println(
            "prlease: gave up waiting for the command to end; its lease ends with its TTL");
      }
    } catch (InterruptedException nobodyInterruptsHooks) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.prlease.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Lets a call finish when the JVM shuts down: interrupts it, and waits for it.
 *
 * <p>A call that did not let itself be interrupted, since it had done what it was asked for,
 * decides the exit code: the JVM would exit with that of the signal, and say of a lease which was
 * acquired, and is held, that it was given back.
 */
final class SignalHook implements Runnable {
  /** A child's grace, and a store that answers slowly; longer only if something hangs. */
  private static final long LONGEST_WAIT_SECONDS = 30;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread caller;
  private final IntConsumer exit;
  private volatile int code = ExitCode.INTERRUPTED;

  /**
   * For the call that {@code caller} makes.
   *
   * @param exit ends the JVM with a code, from within its shutdown
   */
  SignalHook(Thread caller, IntConsumer exit) {
    this.caller = caller;
    this.exit = exit;
  }

  /** Watches over the call that {@code caller} is about to make. */
  static SignalHook install(Thread caller) {
    SignalHook hook = new SignalHook(caller, Runtime.getRuntime()::halt);
    Runtime.getRuntime().addShutdownHook(new Thread(hook, "prlease-signal"));
    return hook;
  }

  /** The call has returned {@code result}: nothing is to be waited for any more. */
  void callIsOver(int result) {
    code = result;
    over.countDown();
  }

  @Override
  public void run() {
    if (over.getCount() > 0) {
      caller.interrupt();
      try {
        if (!over.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
          System.err.println("prlease: gave up waiting; a lease that it holds ends with its TTL");
        }
      } catch (InterruptedException nobodyInterruptsHooks) {
        Thread.currentThread().interrupt();
      }
    }
    if (code != ExitCode.INTERRUPTED) {
      exit.accept(code);
    }
  }
}

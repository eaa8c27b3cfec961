package dev.prlease.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Lets a call finish when a signal shuts the JVM down: interrupts it, and waits for it if it may
 * hold leases.
 *
 * <p>A call that did not let itself be interrupted, since it had done what it was asked for,
 * decides the exit code: the JVM would exit with that of the signal, and say of a lease which was
 * acquired, and is held, that it was given back. For that the JVM is ended from within its
 * shutdown, which may cut off the hooks of plugins. So a call that is over before any signal came
 * withdraws this one.
 */
final class SignalHook implements Runnable, Shutdown {
  /**
   * A child's grace, a store that answers slowly, and what is taken back at a forge; longer only if
   * something hangs.
   */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread caller;
  private final IntConsumer exit;
  private final Duration longestWait;
  private final Consumer<String> lines;
  private volatile String word = "";
  private volatile int code = ExitCode.INTERRUPTED;

  /** Guarded by this, like the next. */
  private boolean hasBegun;

  private boolean isPutOff;

  /**
   * For the call that {@code caller} makes.
   *
   * @param exit ends the JVM with a code, from within its shutdown
   * @param longestWait for the call, once it was interrupted
   * @param lines where to say that it was not waited for any longer
   */
  SignalHook(Thread caller, IntConsumer exit, Duration longestWait, Consumer<String> lines) {
    this.caller = caller;
    this.exit = exit;
    this.longestWait = longestWait;
    this.lines = lines;
  }

  /** A hook of the JVM's, and how to end the call that it watches over. */
  record Installed(SignalHook hook, Thread thread) {
    /** The call has returned {@code result}: nothing is to be waited for any more. */
    void callIsOver(int result) {
      hook.callIsOver(result);
      try {
        boolean unused = Runtime.getRuntime().removeShutdownHook(thread);
      } catch (IllegalStateException shutdownHasBegun) {
        // By a signal, then: the hook goes on, and sees to the exit code.
      }
    }
  }

  /** Watches over the call that {@code caller} is about to make. */
  static Installed install(Thread caller) {
    SignalHook hook =
        new SignalHook(caller, Runtime.getRuntime()::halt, LONGEST_WAIT, System.err::println);
    Thread thread = new Thread(hook, "prlease-signal");
    Runtime.getRuntime().addShutdownHook(thread);
    return new Installed(hook, thread);
  }

  @Override
  public synchronized void putOff() throws InterruptedException {
    if (hasBegun) {
      throw new InterruptedException("interrupted before anything was taken");
    }
    isPutOff = true;
  }

  @Override
  public void leaveWord(String left) {
    word = left;
  }

  void callIsOver(int result) {
    code = result;
    over.countDown();
  }

  @Override
  public void run() {
    if (over.getCount() > 0) {
      caller.interrupt();
      if (!begin()) {
        return;
      }
      awaitCall();
    }
    if (code != ExitCode.INTERRUPTED) {
      exit.accept(code);
    }
  }

  /** Whether the call has put it off. If not, it cannot any more. */
  private synchronized boolean begin() {
    hasBegun = true;
    return isPutOff;
  }

  private void awaitCall() {
    try {
      if (!over.await(longestWait.toMillis(), TimeUnit.MILLISECONDS)) {
        lines.accept("prlease: gave up waiting; a lease that it took ends with its TTL");
        if (!word.isEmpty()) {
          lines.accept("prlease: " + word);
        }
      }
    } catch (InterruptedException nobodyInterruptsHooks) {
      Thread.currentThread().interrupt();
    }
  }
}

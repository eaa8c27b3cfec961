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
 *
 * <p>Whoever reads what is told may have stopped reading, and nothing ends a thread that waits for
 * him: so a call that only has words left is not waited for long, and what this hook itself has to
 * say is said on a thread that nobody waits for long, either.
 */
final class SignalHook implements Runnable, Shutdown {
  /**
   * A child's grace, a store that answers slowly, and what is taken back at a forge; longer only if
   * something hangs.
   */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  /** For somebody who reads, it takes milliseconds. */
  private static final Duration LONGEST_TALK = Duration.ofSeconds(5);

  private final CountDownLatch over = new CountDownLatch(1);

  /** Nothing is held any more. */
  private final CountDownLatch settled = new CountDownLatch(1);

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

  /**
   * Watches over the call that {@code caller} is about to make.
   *
   * @param lines where to say that it was not waited for any longer; it may block
   */
  static Installed install(Thread caller, Consumer<String> lines) {
    SignalHook hook = new SignalHook(caller, Runtime.getRuntime()::halt, LONGEST_WAIT, lines);
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

  @Override
  public void onlyWordsAreLeft() {
    settled.countDown();
  }

  void callIsOver(int result) {
    code = result;
    over.countDown();
    settled.countDown();
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
      if (settled.await(longestWait.toMillis(), TimeUnit.MILLISECONDS)) {
        boolean unused = over.await(LONGEST_TALK.toMillis(), TimeUnit.MILLISECONDS);
      } else {
        Thread talk = new Thread(this::giveUp, "prlease-last-words");
        talk.setDaemon(true);
        talk.start();
        talk.join(LONGEST_TALK.toMillis());
      }
    } catch (InterruptedException nobodyInterruptsHooks) {
      Thread.currentThread().interrupt();
    }
  }

  private void giveUp() {
    lines.accept("prlease: gave up waiting; a lease that it took ends with its TTL");
    if (!word.isEmpty()) {
      lines.accept("prlease: " + word);
    }
  }
}

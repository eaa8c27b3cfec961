package dev.prlease.testkit.explore;

import java.util.concurrent.locks.LockSupport;

/**
 * What a player must be handed to run. One baton a player; of all of them one at a time is given,
 * so one thread runs at a time, and what it wrote is seen by the next. A thread that waits parks at
 * once: to spin first was measured, gains nothing on an idle machine, and on a busy one takes the
 * processor from the very thread that is waited for.
 */
final class Baton {
  private volatile boolean given;
  private volatile Thread waiting = Thread.currentThread();

  /** Hands it over. */
  void give() {
    given = true;
    LockSupport.unpark(waiting);
  }

  /** Waits for it, and takes it away. Interrupts are none of its business and are kept. */
  void await() {
    waiting = Thread.currentThread();
    boolean interrupted = false;
    while (!given) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    given = false;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

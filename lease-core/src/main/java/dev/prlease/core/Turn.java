package dev.prlease.core;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is to write the slot of a grant. A thread may take it several times, and gives it
 * back as often; whoever waits for it goes on waiting whatever interrupts, and keeps the flag.
 *
 * <p>Two things that no lock of the JDK does: it can be {@linkplain #takeFrom taken away} from a
 * thread that hangs in a store, and it is small while nobody waits, which is nearly always: a
 * process may keep a hundred thousand.
 */
final class Turn {
  // All guarded by this.
  private @Nullable Thread holder;
  private int holds;
  private int waiting;
  private @Nullable Semaphore wakeUps;

  /** Waits until nobody else has it. */
  void lock() {
    while (true) {
      Semaphore wakeUp;
      synchronized (this) {
        if (take()) {
          return;
        }
        wakeUp = wakeUps == null ? new Semaphore(0) : wakeUps;
        wakeUps = wakeUp;
        waiting++;
      }
      wakeUp.acquireUninterruptibly();
    }
  }

  /** Takes it if nobody else has it. */
  synchronized boolean tryLock() {
    return take();
  }

  private boolean take() {
    if (holder != null && holder != Thread.currentThread()) {
      return false;
    }
    holder = Thread.currentThread();
    holds++;
    return true;
  }

  synchronized boolean isHeldByCurrentThread() {
    return holder == Thread.currentThread();
  }

  /** Gives it back; does nothing if it was taken away meanwhile. */
  synchronized void unlock() {
    if (holder == Thread.currentThread()) {
      holds--;
      if (holds == 0) {
        letGo();
      }
    }
  }

  /** Takes it away from {@code thread}, which may be in the middle of a write; if it has it. */
  synchronized void takeFrom(Thread thread) {
    if (holder == thread) {
      holds = 0;
      letGo();
    }
  }

  private void letGo() {
    holder = null;
    if (wakeUps != null) {
      wakeUps.release();
      waiting--;
      if (waiting == 0) {
        wakeUps = null; // whoever was woken up has it at hand
      }
    }
  }
}

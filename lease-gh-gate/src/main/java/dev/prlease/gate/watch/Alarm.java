package dev.prlease.gate.watch;

import dev.prlease.spi.Scheduler;
import java.time.Duration;

/**
 * Interrupts the thread that set it when its time is over: what that waits for then ends, a program
 * of the forge's too. Closed, by that thread, it rings no more, and an interrupt of its own that
 * nobody took is taken.
 */
final class Alarm {
  private final Thread sleeper;
  private Scheduler.Handle timer = () -> {};
  private boolean rung; // guarded by this
  private boolean over; // guarded by this

  private Alarm(Thread sleeper) {
    this.sleeper = sleeper;
  }

  /** One that rings {@code after} some time. */
  static Alarm in(Duration after, Scheduler scheduler) {
    Alarm alarm = new Alarm(Thread.currentThread());
    alarm.timer = scheduler.after(after, alarm::ring);
    return alarm;
  }

  /** One that never rings. */
  static Alarm none() {
    return new Alarm(Thread.currentThread());
  }

  private synchronized void ring() {
    if (!over) {
      rung = true;
      sleeper.interrupt();
    }
  }

  /** Called by the thread that set it. */
  synchronized void close() {
    over = true;
    timer.cancel();
    if (rung) {
      boolean unused = Thread.interrupted();
    }
  }
}

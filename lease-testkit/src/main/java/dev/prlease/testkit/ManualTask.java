package dev.prlease.testkit;

import java.util.Optional;

/** A task of a {@link ManualScheduler}, and the thread to interrupt when it is cancelled. */
final class ManualTask {
  final Runnable work;
  private Optional<Thread> thread = Optional.empty();
  private boolean cancelled;

  ManualTask(Runnable work) {
    this.work = work;
  }

  /** Whether it is to run, on this thread. */
  synchronized boolean start() {
    thread = Optional.of(Thread.currentThread());
    return !cancelled;
  }

  synchronized void end() {
    thread = Optional.empty();
  }

  /** A task that cancels itself is on its way out already, and is not interrupted. */
  synchronized void cancel() {
    cancelled = true;
    thread.filter(each -> each != Thread.currentThread()).ifPresent(Thread::interrupt);
  }
}

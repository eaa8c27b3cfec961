package dev.prlease.testkit;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/**
 * A call on a thread of its own, of which a test wants to know that it waits.
 *
 * <p>That is judged by the thread's state, looked at a millisecond apart: what waits for a lock, or
 * polls for one, is hardly ever seen to run. A call that is taken for one that waits though it does
 * not makes a test show less, and none fail.
 */
final class Second<T> {
  private static final int LOOKS = 3;
  private static final int MOST_LOOKS = 200;
  private static final long BETWEEN_LOOKS_NANOS = 1_000_000;

  private final FutureTask<T> task;
  private final Thread thread;

  private Second(Callable<T> call) {
    task = new FutureTask<>(call);
    thread = new Thread(task, "second");
    thread.setDaemon(true);
  }

  static <T> Second<T> start(Callable<T> call) {
    Second<T> second = new Second<>(call);
    second.thread.start();
    return second;
  }

  /** Comes back when the call waits, or is over. */
  Second<T> untilItWaits() {
    int waiting = 0;
    for (int i = 0; i < MOST_LOOKS && waiting < LOOKS && !task.isDone(); i++) {
      LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
      waiting =
          switch (thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> waiting + 1;
            case NEW, RUNNABLE, TERMINATED -> 0;
          };
    }
    return this;
  }

  void interrupt() {
    thread.interrupt();
  }

  /** Its answer, if it has one by now. */
  Optional<T> answerSoFar() {
    return task.isDone() ? Optional.of(answer()) : Optional.empty();
  }

  /** Waits for its answer. */
  T answer() {
    return Crew.await(task);
  }
}

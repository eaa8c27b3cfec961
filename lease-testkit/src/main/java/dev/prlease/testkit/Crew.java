package dev.prlease.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/**
 * Threads that start together: every member waits until all are there, then all act at once. The
 * threads live as long as the crew, so that many rounds cost no thread starts.
 */
public final class Crew implements AutoCloseable {
  private final int size;
  private final ExecutorService threads;

  /** A crew of {@code size} threads. */
  public Crew(int size) {
    this.size = size;
    this.threads = Executors.newFixedThreadPool(size, Crew::daemon);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "crew");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Lets every member act once, all starting together.
   *
   * @param act makes the act of a member by its number, from 0
   * @return what each returned, by number
   * @throws AssertionError if one failed, with its failure as the cause
   */
  public <T> List<T> together(IntFunction<Callable<T>> act) {
    CyclicBarrier start = new CyclicBarrier(size);
    List<Future<T>> running = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      Callable<T> mine = act.apply(i);
      running.add(
          threads.submit(
              () -> {
                start.await();
                return mine.call();
              }));
    }
    List<T> results = new ArrayList<>(size);
    for (Future<T> each : running) {
      results.add(await(each));
    }
    return results;
  }

  /** Starts {@code act} on one of the threads. */
  public <T> Future<T> start(Callable<T> act) {
    return threads.submit(act);
  }

  /** What {@code running} returns; whatever it throws becomes the cause of an error. */
  public static <T> T await(Future<T> running) {
    try {
      return running.get();
    } catch (ExecutionException failure) {
      throw new AssertionError("a thread failed: " + failure.getCause(), failure.getCause());
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a thread", interrupt);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

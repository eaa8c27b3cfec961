package dev.prlease.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets contestants run, each for a slice of time when it is told to. Who tells them has several
 * take turns, also such as are in different processes, since their libraries do not share a class
 * path: a machine whose speed drifts is the same for all.
 */
final class Slices {
  private final Map<String, Contestant> contestants;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong fresh = new AtomicLong();

  private Slices(Map<String, Contestant> contestants) {
    this.contestants = contestants;
  }

  /** Whose key a thread uses. */
  private enum Keys {
    /** The thread has one key. */
    REUSED,
    /** Each time one that was never there before. */
    FRESH
  }

  /**
   * Prints a line when the contestants are ready. Then each line of standard input that names a
   * contestant, a number of threads, {@code REUSED} or {@code FRESH}, and milliseconds, with tabs
   * between them, is a slice, and is answered by the cycles that were made and the nanoseconds that
   * they took. A slice has one cycle a thread at least.
   */
  static void serve(Map<String, Contestant> contestants)
      throws IOException, ExecutionException, InterruptedException {
    Slices slices = new Slices(contestants);
    System.out.println("ready");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split("\t", -1);
      System.out.println(
          slices.slice(
              words[0],
              Integer.parseInt(words[1]),
              Keys.valueOf(words[2]),
              Long.parseLong(words[3])));
    }
    slices.threads.shutdown();
  }

  private String slice(String name, int count, Keys keys, long millis)
      throws ExecutionException, InterruptedException {
    Contestant contestant = contestants.get(name);
    if (contestant == null) {
      throw new IllegalArgumentException("there is no " + name + " among " + contestants.keySet());
    }
    List<Future<Long>> runs = new ArrayList<>();
    long start = System.nanoTime();
    long end = start + TimeUnit.MILLISECONDS.toNanos(millis);
    for (int thread = 1; thread <= count; thread++) {
      int number = thread;
      runs.add(threads.submit(() -> run(contestant, keys, number, end)));
    }
    long cycles = 0;
    for (Future<Long> run : runs) {
      cycles += run.get();
    }
    return cycles + " " + (System.nanoTime() - start);
  }

  private long run(Contestant contestant, Keys keys, int thread, long end) throws Exception {
    long cycles = 0;
    do {
      if (keys == Keys.REUSED) {
        contestant.cycle("acme/reused", thread);
      } else {
        contestant.cycle("acme/fresh", fresh.incrementAndGet());
      }
      cycles++;
    } while (System.nanoTime() - end < 0);
    return cycles;
  }
}

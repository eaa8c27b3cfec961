package dev.prlease.bench;

import java.io.IOException;

/**
 * Times the file store's cycle in turn with its floor. A disk's speed drifts by more, from one
 * second to the next, than what is to be measured; taken in turn, both drift alike.
 */
public final class FileCycles {
  private static final int WARM_UP = 1_000;
  private static final int PAIRS = 3_000;

  private FileCycles() {}

  /** Prints a line for each pair: the floor's nanoseconds, and the store's. */
  public static void main(String[] arguments) throws IOException {
    FileBenchmark benchmark = new FileBenchmark();
    try {
      benchmark.prepare();
      for (int i = 0; i < WARM_UP + PAIRS; i++) {
        long start = System.nanoTime();
        benchmark.bareCycle();
        long middle = System.nanoTime();
        benchmark.acquireAssertRelease();
        long end = System.nanoTime();
        if (i >= WARM_UP) {
          System.out.println((middle - start) + " " + (end - middle));
        }
      }
    } finally {
      benchmark.cleanUp();
    }
  }
}

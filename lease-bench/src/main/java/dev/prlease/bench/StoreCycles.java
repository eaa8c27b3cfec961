package dev.prlease.bench;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/**
 * Acquire and release in the store whose location it is run with, told by {@link Slices} when. For
 * the store of etcd, which {@code bin/bench} puts on the class path as it is shipped.
 */
public final class StoreCycles {
  private StoreCycles() {}

  /** Ends when standard input ends. */
  public static void main(String[] arguments)
      throws IOException, ExecutionException, InterruptedException {
    Leases leases = new Leases(Leases.open(arguments[0]));
    Slices.serve(Map.of("prlease", leases::acquireAndRelease));
    System.exit(0); // the store has threads
  }
}

package dev.prlease.store.file;

import static dev.prlease.store.file.Records.KEY;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts a slot's fence up by exchanges, beside whoever does so too, until its input ends; then
 * says how often it did. A lost lock shows as a count that is too low.
 */
final class CountingUp {
  /** Whoever asks without a break keeps others from the lock. */
  private static final long BREATH_NANOS = 1_000_000;

  private CountingUp() {}

  /** The program: the store's directory. */
  public static void main(String[] arguments) throws IOException {
    long swaps = 0;
    try (FileLeaseStore store = FileLeaseStore.open(Path.of(arguments[0]), Contexts.real())) {
      System.out.println("counting");
      while (System.in.available() == 0) {
        if (once(store)) {
          swaps++;
        }
        LockSupport.parkNanos(BREATH_NANOS);
      }
    }
    System.out.println(swaps);
  }

  /** Tries once; whether it counted. */
  static boolean once(LeaseStore store) {
    LeaseSlot slot = store.load(KEY);
    Fence next = new Fence(slot.fence().isPresent() ? slot.fence().value() + 1 : 1);
    Change change = Change.hold(Records.record(KEY, "counting").withFence(next));
    Exchange answer = store.compareAndExchange(KEY, Expected.exactly(slot.version()), change);
    return answer instanceof Exchange.Swapped;
  }
}

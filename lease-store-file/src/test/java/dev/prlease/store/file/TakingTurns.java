package dev.prlease.store.file;

import static dev.prlease.store.file.Records.KEY;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes and releases one key, and counts whenever somebody else is in at the same time. */
public final class TakingTurns implements Runnable {
  private final Path directory;
  private final String session;
  private final int rounds;
  private final AtomicInteger inside;
  private final AtomicInteger overlaps;

  /** All class loaders share the counters, which are of the JDK. */
  public TakingTurns(
      Path directory, String session, int rounds, AtomicInteger inside, AtomicInteger overlaps) {
    this.directory = directory;
    this.session = session;
    this.rounds = rounds;
    this.inside = inside;
    this.overlaps = overlaps;
  }

  @Override
  public void run() {
    FileLeaseStore store = FileLeaseStore.open(directory, Contexts.real());
    for (int i = 0; i < rounds; i++) {
      Exchange exchange = Records.acquire(store, KEY, session);
      if (exchange instanceof Exchange.Swapped) {
        if (inside.incrementAndGet() != 1) {
          overlaps.incrementAndGet();
        }
        Thread.onSpinWait();
        inside.decrementAndGet();
        release(store, exchange.slot());
      }
    }
  }

  private static void release(FileLeaseStore store, LeaseSlot held) {
    Expected expected = Expected.exactly(held.version());
    if (!store.compareAndSet(KEY, expected, Change.vacate(Fence.NONE))) {
      throw new IllegalStateException("somebody else wrote a slot that is held");
    }
  }
}

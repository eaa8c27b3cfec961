package dev.prlease.store.file;

import static dev.prlease.store.file.Records.KEY;
import static dev.prlease.store.file.Records.acquire;
import static dev.prlease.store.file.Records.hold;
import static dev.prlease.store.file.Records.owner;
import static dev.prlease.store.file.Records.replace;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseSlot;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.SystemClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** L45: interrupts while a lock is waited for, and while files are worked on. */
class InterruptTest extends LockCase {
  InterruptTest(@TempDir Path temp) {
    super(temp);
  }

  @Test
  void L45_an_interrupt_while_waiting_for_the_lock_neither_ends_the_wait_nor_is_lost()
      throws IOException {
    acquire(open(Disk.REAL), KEY, "a");
    try (Peer.LockHolder holder = new Peer.LockHolder(lock)) {
      AtomicInteger pauses = new AtomicInteger();
      Contexts.Pauses scheduler =
          new Contexts.Pauses() {
            @Override
            public void pause(Duration duration) throws InterruptedException {
              if (pauses.incrementAndGet() == 1) {
                Thread.currentThread().interrupt();
              } else if (pauses.get() == 5) {
                try {
                  holder.free();
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              }
              super.pause(duration);
            }
          };
      FileLeaseStore store =
          FileLeaseStore.open(directory, Contexts.with(new SystemClock(), scheduler));
      assertThat(replace(store, store.load(KEY), hold("b"))).isInstanceOf(Exchange.Swapped.class);
      assertThat(pauses).hasValueGreaterThanOrEqualTo(5);
    }
    assertThat(Thread.interrupted()).as("the flag afterwards").isTrue();
  }

  @Test
  void L45_a_storm_of_interrupts_breaks_no_exchange() throws InterruptedException {
    FileLeaseStore store = open(Disk.REAL);
    int rounds = 150;
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger swapped = new AtomicInteger();
    AtomicBoolean flag = new AtomicBoolean();
    List<Throwable> failures = new ArrayList<>();
    Thread worker =
        new Thread(
            () -> {
              try {
                LeaseSlot slot = store.load(KEY);
                for (int i = 0; i < rounds; i++) {
                  slot = replace(store, slot, hold("round " + i)).slot();
                  swapped.addAndGet(owner(store.load(KEY)).equals("round " + i) ? 1 : 0);
                }
              } catch (RuntimeException e) {
                failures.add(e);
              }
              done.set(true);
              Thread.currentThread().interrupt();
              store.load(KEY);
              flag.set(Thread.interrupted());
            });
    worker.start();
    while (!done.get()) {
      worker.interrupt();
    }
    worker.join();
    assertThat(failures).isEmpty();
    assertThat(swapped).hasValue(rounds);
    assertThat(flag).isTrue();
    assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
  }
}

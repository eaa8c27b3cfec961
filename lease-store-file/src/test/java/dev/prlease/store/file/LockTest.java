package dev.prlease.store.file;

import static dev.prlease.store.file.Records.KEY;
import static dev.prlease.store.file.Records.acquire;
import static dev.prlease.store.file.Records.hold;
import static dev.prlease.store.file.Records.replace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Exchange;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks that other processes keep, and what is left of our own. */
class LockTest extends LockCase {
  LockTest(@TempDir Path temp) {
    super(temp);
  }

  @Test
  void a_lock_that_another_process_keeps_is_waited_for_5_s_and_then_named() throws IOException {
    acquire(open(Disk.REAL), KEY, "a");
    ManualClock clock = new ManualClock();
    ManualScheduler scheduler = new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
    FileLeaseStore store = FileLeaseStore.open(directory, Contexts.with(clock, scheduler));
    long start = clock.ticks();
    LeaseSlot slot = store.load(KEY);
    try (Peer.LockHolder holder = new Peer.LockHolder(lock)) {
      assertThatThrownBy(() -> replace(store, slot, hold("b")))
          .isInstanceOf(LeaseStoreException.class)
          .hasMessage("another process held the lock " + lock + " for more than 5 s");
      holder.free();
      assertThat(replace(store, slot, hold("b"))).isInstanceOf(Exchange.Swapped.class);
    }
    assertThat(Duration.ofNanos(clock.ticks() - start))
        .isBetween(Duration.ofSeconds(5), Duration.ofMillis(5_100));
  }

  @Test
  void readers_take_no_lock() throws IOException {
    FileLeaseStore store = open(Disk.REAL);
    LeaseSlot held = acquire(store, KEY, "a").slot();
    try (Peer.LockHolder holder = new Peer.LockHolder(lock)) {
      assertThat(store.load(KEY)).isEqualTo(held);
      assertThat(store.list(dev.prlease.spi.LeaseFilter.ALL)).hasSize(1);
      holder.free();
    }
  }

  @Test
  void L50_a_child_that_is_started_while_the_lock_is_held_does_not_keep_it()
      throws IOException, InterruptedException {
    List<Process> children = new ArrayList<>();
    Step start = () -> children.add(new ProcessBuilder("sleep", "60").start());
    LeaseSlot held = acquire(open(once(start, new AtomicInteger())), KEY, "a").slot();
    Process child = children.get(0);
    try {
      assertThat(openFiles(Long.toString(child.pid())))
          .isNotEmpty()
          .noneMatch(file -> file.endsWith(".lock"));
      Peer peer = new Peer(temp, directory, FileLayout.PRLEASE);
      assertThat(peer.run("release", "rysweet/amplihack-rs#1051", "a").output())
          .isEqualTo("RELEASED");
      assertThat(child.isAlive()).isTrue();
      assertThat(open(Disk.REAL).load(KEY).version()).isNotEqualTo(held.version());
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  @Test
  void an_exchange_leaves_no_descriptor_open() throws IOException {
    FileLeaseStore store = open(Disk.REAL);
    acquire(store, KEY, "a");
    acquire(store, KEY, "b");
    store.list(dev.prlease.spi.LeaseFilter.ALL);
    assertThat(openFiles("self")).noneMatch(file -> file.startsWith(directory.toString()));
  }
}

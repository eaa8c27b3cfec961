package dev.prlease.store.file;

import static dev.prlease.store.file.Records.FILE;
import static dev.prlease.store.file.Records.KEY;
import static dev.prlease.store.file.Records.acquire;
import static dev.prlease.store.file.Records.owner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** L9: a lock file that is deleted or replaced while it is held, or waited for. */
class ReplacedLockFileTest extends LockCase {
  ReplacedLockFileTest(@TempDir Path temp) {
    super(temp);
  }

  @Test
  void L9_when_the_lock_file_is_deleted_while_held_the_exchange_starts_again() {
    AtomicInteger writes = new AtomicInteger();
    FileLeaseStore store = open(once(() -> Files.delete(lock), writes));
    assertThat(acquire(store, KEY, "a")).isInstanceOf(Exchange.Swapped.class);
    assertThat(writes).hasValue(2);
    assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
    assertThat(lock).exists();
  }

  @Test
  void L9_whoever_got_in_by_the_deleted_lock_file_is_seen() throws IOException {
    Peer peer = new Peer(temp, directory, FileLayout.PRLEASE);
    AtomicInteger writes = new AtomicInteger();
    Step intrude =
        () -> {
          Files.delete(lock);
          assertThat(peer.run("acquire", "rysweet/amplihack-rs#1051", "peer", "60").output())
              .isEqualTo("OWNED");
        };
    Exchange answer = acquire(open(once(intrude, writes)), KEY, "a");
    assertThat(answer).isInstanceOf(Exchange.Refused.class);
    assertThat(owner(answer.slot())).isEqualTo("peer");
    assertThat(directory).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void L9_a_lock_file_that_is_replaced_all_the_time_ends_in_an_error() {
    Disk disk =
        new FailingDisk() {
          @Override
          public void write(Path file, byte[] bytes) throws IOException {
            super.write(file, bytes);
            Files.delete(lock);
          }
        };
    ManualClock clock = new ManualClock();
    Disk slow =
        new FailingDisk() {
          @Override
          public void write(Path file, byte[] bytes) throws IOException {
            disk.write(file, bytes);
            clock.advance(Duration.ofSeconds(1));
          }
        };
    FileLeaseStore store =
        FileLeaseStore.open(
            directory,
            FileStoreOptions.DEFAULTS,
            Contexts.with(clock, new Contexts.Pauses()),
            slow);
    assertThatThrownBy(() -> acquire(store, KEY, "a"))
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            e -> assertThat(e.outcome()).isEqualTo(LeaseStoreException.Outcome.NOT_WRITTEN))
        .hasMessageContaining("somebody who keeps replacing its lock file");
    assertThat(directory.resolve(FILE)).doesNotExist();
  }

  @Test
  void L9_whoever_waited_for_a_lock_file_that_was_deleted_locks_the_one_that_is_there()
      throws IOException, InterruptedException {
    FileLeaseStore store = open(Disk.REAL);
    acquire(store, KEY, "a");
    try (Peer.LockHolder holder = new Peer.LockHolder(lock);
        InterruptShield shield = new InterruptShield()) {
      Contexts.Pauses replaceAndFree =
          new Contexts.Pauses() {
            @Override
            public void pause(Duration duration) throws InterruptedException {
              try {
                Files.delete(lock);
                Files.createFile(lock);
                holder.free();
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            }
          };
      LockWait patience = LockWait.of(new SystemClock(), replaceAndFree, shield);
      try (SidecarLock taken =
          SidecarLock.take(lock, Optional.of(KEY), patience, new LockChannels(), "slot")) {
        assertThat(taken.isStillInPlace()).isTrue();
        assertThat(seenByOthers(lock)).isEqualTo("held");
      }
      assertThat(seenByOthers(lock)).isEqualTo("free");
    }
  }
}

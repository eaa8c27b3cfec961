package dev.prlease.store.file;

import static dev.prlease.store.file.Records.KEY;
import static dev.prlease.store.file.Records.acquire;
import static dev.prlease.store.file.Records.hold;
import static dev.prlease.store.file.Records.replace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Clock;
import dev.prlease.spi.Exchange;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lock files that something else of this JVM has locked, or that have two names. */
class ForeignLockTest extends LockCase {
  ForeignLockTest(@TempDir Path temp) {
    super(temp);
  }

  /** Without the mutex, as no store does it. */
  private FileChannel lockedByThisProgram() throws IOException {
    acquire(open(Disk.REAL), KEY, "a");
    FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
    assertThat(channel.tryLock()).isNotNull();
    return channel;
  }

  private FileLeaseStore impatient() {
    ManualClock clock = new ManualClock();
    return FileLeaseStore.open(
        directory,
        Contexts.with(clock, new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME)));
  }

  private long descriptors() throws IOException {
    return openFiles("self").stream().filter(lock.toString()::equals).count();
  }

  @Test
  void a_lock_that_other_code_of_this_program_holds_is_waited_for_and_never_dropped()
      throws IOException, InterruptedException {
    FileLeaseStore store = impatient();
    LeaseSlot slot;
    try (FileChannel foreign = lockedByThisProgram()) {
      slot = store.load(KEY);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> replace(store, slot, hold("b")))
            .isInstanceOf(LeaseStoreException.class)
            .hasMessageContaining("held the lock " + lock + " for more than 5 s");
        assertThat(seenByOthers(lock)).as("the lock after try %d", i).isEqualTo("held");
        assertThat(descriptors()).as("theirs, and one of ours").isEqualTo(2);
      }
      store.close();
      assertThat(seenByOthers(lock)).as("the lock once the store is closed").isEqualTo("held");
      assertThat(foreign.isOpen()).isTrue();
    }
    store.close();
    assertThat(descriptors()).as("once nobody has it locked").isZero();
  }

  @Test
  void L1_a_host_that_clears_the_system_properties_frees_the_mutex_and_not_the_lock()
      throws IOException {
    LeaseSlot slot = acquire(open(Disk.REAL), KEY, "a").slot();
    FileLeaseStore other = impatient();
    Step clear =
        () -> {
          for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith("dev.prlease")) {
              System.clearProperty(name);
            }
          }
          assertThatThrownBy(() -> replace(other, slot, hold("b")))
              .isInstanceOf(LeaseStoreException.class)
              .hasMessageContaining("held the lock " + lock);
          assertThat(seenByOthers(lock)).isEqualTo("held");
        };
    FileLeaseStore store = open(once(clear, new AtomicInteger()));
    assertThat(replace(store, slot, hold("c"))).isInstanceOf(Exchange.Swapped.class);
    other.close();
    assertThat(descriptors()).isZero();
  }

  @Test
  void once_it_is_free_the_slot_is_changed_and_no_descriptor_stays() throws IOException {
    FileLeaseStore store = impatient();
    LeaseSlot slot;
    try (FileChannel foreign = lockedByThisProgram()) {
      slot = store.load(KEY);
      assertThatThrownBy(() -> replace(store, slot, hold("b")))
          .isInstanceOf(LeaseStoreException.class);
      assertThat(foreign.isOpen()).isTrue();
    }
    assertThat(replace(store, slot, hold("b"))).isInstanceOf(Exchange.Swapped.class);
    assertThat(descriptors()).isZero();
  }

  @Test
  void L51_no_more_than_64_descriptors_are_kept_open() throws IOException {
    Path other = Files.writeString(temp.resolve("other"), "");
    LockFile file = LockFile.at(other).orElseThrow();
    LockChannels channels = new LockChannels();
    for (int i = 0; i < LockChannels.MOST_KEPT; i++) {
      channels.keep(FileChannel.open(other, StandardOpenOption.WRITE), Optional.empty(), "slot");
    }
    assertThatThrownBy(() -> channels.open(other, file, Optional.of(KEY)))
        .isInstanceOf(LeaseStoreException.class)
        .hasMessageStartingWith(other + " was not opened: 64 other lock files");
    close(channels);
    assertThat(openFiles("self")).doesNotContain(other.toString());
  }

  private static void close(LockChannels channels) {
    try (InterruptShield shield = new InterruptShield()) {
      channels.close(patience(new ManualClock(), shield));
    }
  }

  private static LockWait patience(Clock clock, InterruptShield shield) {
    return LockWait.of(clock, new Contexts.Pauses(), shield);
  }

  @Test
  void B6_of_two_descriptors_of_one_file_neither_is_forgotten() throws IOException {
    Path other = Files.writeString(temp.resolve("other"), "");
    Optional<LockFile> file = LockFile.at(other);
    LockChannels channels = new LockChannels();
    List<FileChannel> both = new ArrayList<>();
    for (String slot : List.of("slot", "another")) {
      both.add(FileChannel.open(other, StandardOpenOption.WRITE));
      channels.keep(both.get(both.size() - 1), file, slot);
    }
    close(channels);
    // What nobody refers to any more the collector closes, and drops whatever lock there is.
    assertThat(both).as("what is still known is closed").noneMatch(FileChannel::isOpen);
    assertThat(channels.isEmpty()).isTrue();
  }

  @Test
  void B6_what_another_store_is_about_to_lock_is_not_closed_meanwhile() throws IOException {
    Path other = Files.writeString(temp.resolve("other"), "");
    LockChannels channels = new LockChannels();
    FileChannel channel = FileChannel.open(other, StandardOpenOption.WRITE);
    channels.keep(channel, LockFile.at(other), "slot");
    ManualClock clock = new ManualClock();
    try (InterruptShield shield = new InterruptShield()) {
      JvmMutex mutex = JvmMutex.take("slot", patience(clock, shield)).orElseThrow();
      LockWait over = patience(clock, shield);
      clock.advance(LockWait.LIMIT);
      channels.close(over);
      assertThat(channel.isOpen()).isTrue();
      mutex.release();
    }
    close(channels);
    assertThat(channel.isOpen()).isFalse();
  }

  /** As a file system that folds case shows them: the lock that all agree on, and the spelled. */
  @Test
  void L43_a_lock_file_that_has_both_names_is_locked_once()
      throws IOException, InterruptedException {
    Files.createDirectory(directory, OwnedFile.OWNER_ONLY_DIRECTORY);
    LeaseKey key = LeaseKey.parse("Owner/Repo#7");
    Path common = Files.createFile(directory.resolve("owner_repo__pr-7.json.lock"));
    Path spelled = directory.resolve("Owner_Repo__pr-7.json.lock");
    Files.createLink(spelled, common);
    AtomicInteger writes = new AtomicInteger();
    Step part =
        () -> {
          assertThat(seenByOthers(spelled)).isEqualTo("held");
          Files.delete(spelled);
          Files.createFile(spelled);
        };
    FileLeaseStore store =
        FileLeaseStore.open(
            directory,
            FileStoreOptions.DEFAULTS.withLayout(FileLayout.AMPLIHACK),
            Contexts.real(),
            once(part, writes));
    assertThat(acquire(store, key, "a")).isInstanceOf(Exchange.Swapped.class);
    assertThat(writes).as("the second time both names are files of their own").hasValue(2);
  }
}

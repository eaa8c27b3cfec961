package dev.prlease.store.file;

import static dev.prlease.store.file.Records.FILE;
import static dev.prlease.store.file.Records.KEY;
import static dev.prlease.store.file.Records.acquire;
import static dev.prlease.store.file.Records.hold;
import static dev.prlease.store.file.Records.owner;
import static dev.prlease.store.file.Records.replace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Fence;
import dev.prlease.api.Holder;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.spi.Change;
import dev.prlease.spi.Exchange;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the store leaves in its directory, beyond what the contract of every store demands. */
class FileLeaseStoreTest {
  private final Path directory;
  private final FileLeaseStore store;

  FileLeaseStoreTest(@TempDir Path temp) {
    directory = temp.resolve("home/leases");
    store = FileLeaseStore.open(directory, Contexts.real());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private LeaseSlot write(String text) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(FILE), text);
    return store.load(KEY);
  }

  @Test
  void reading_a_store_that_was_never_written_makes_nothing() {
    assertThat(store.load(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
    assertThat(store.list(LeaseFilter.ALL)).isEmpty();
    assertThat(directory).doesNotExist();
  }

  @Test
  void a_written_slot_is_one_file_and_its_lock_for_their_owner_only() throws IOException {
    LeaseSlot held = acquire(store, KEY, "a").slot();
    assertThat(files()).containsExactly(FILE, FILE + ".lock");
    for (String name : files()) {
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))))
          .isEqualTo("rw-------");
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    assertThat(store.load(KEY)).isEqualTo(held);
    assertThat(store.load(KEY).version()).isEqualTo(held.version());
  }

  @Test
  void a_released_slot_keeps_its_file_and_its_fence() throws IOException {
    Exchange held = acquire(store, KEY, "a");
    Exchange vacated = replace(store, held.slot(), Change.vacate(Fence.NONE));
    assertThat(vacated).isInstanceOf(Exchange.Swapped.class);
    assertThat(store.load(KEY)).isEqualTo(vacated.slot());
    assertThat(store.load(KEY).fence()).isEqualTo(held.slot().fence());
    assertThat(files()).containsExactly(FILE, FILE + ".lock");
  }

  @Test
  void a_record_that_nobody_could_read_back_is_refused_and_nothing_is_written() {
    LeaseRecord record =
        LeaseRecord.of(KEY, SessionId.of("a"), Instant.EPOCH, Ttl.DEFAULT)
            .withFence(new Fence(1))
            .withHolder(new Holder("", Optional.empty(), "", "x".repeat(2 << 20)));
    assertThatThrownBy(() -> store.compareAndExchange(KEY, Expected.vacant(), Change.hold(record)))
        .isInstanceOf(LeaseStoreException.class)
        .hasMessageContaining("more than 1048576 are not read")
        .extracting(error -> ((LeaseStoreException) error).outcome())
        .isEqualTo(LeaseStoreException.Outcome.NOT_WRITTEN);
    assertThat(store.load(KEY)).isInstanceOf(LeaseSlot.Vacant.class);
  }

  @Test
  void L17_a_refused_exchange_does_not_touch_the_file() throws IOException {
    acquire(store, KEY, "a");
    Object before = Files.getAttribute(directory.resolve(FILE), "unix:ctime");
    Exchange refused = acquire(store, KEY, "b");
    assertThat(refused).isInstanceOf(Exchange.Refused.class);
    assertThat(owner(refused.slot())).isEqualTo("a");
    assertThat(Files.getAttribute(directory.resolve(FILE), "unix:ctime")).isEqualTo(before);
    assertThat(files()).containsExactly(FILE, FILE + ".lock");
  }

  @Test
  void an_older_program_that_writes_the_same_bytes_again_makes_a_new_version() throws IOException {
    LeaseSlot once = write("{\"record\": null}");
    Path next = directory.resolve("next");
    Files.writeString(next, "{\"record\": null}");
    Files.move(next, directory.resolve(FILE), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    LeaseSlot again = store.load(KEY);
    assertThat(again.version()).isNotEqualTo(once.version());
    assertThat(replace(store, once, hold("a"))).isInstanceOf(Exchange.Refused.class);
    assertThat(replace(store, again, hold("a"))).isInstanceOf(Exchange.Swapped.class);
  }

  @Test
  void a_version_tells_bytes_inodes_and_change_times_apart() {
    Entry entry = new Entry(0100600, 1, 2, 3, 16, 5);
    byte[] bytes = "{\"record\": null}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    byte[] others = bytes.clone();
    others[3] ^= 1;
    assertThat(
            java.util.Set.of(
                SlotFile.version(bytes, entry),
                SlotFile.version(others, entry),
                SlotFile.version(java.util.Arrays.copyOf(bytes, 15), entry),
                SlotFile.version(bytes, new Entry(0100600, 1, 9, 3, 16, 5)),
                SlotFile.version(bytes, at(entry, 6))))
        .hasSize(5);
    assertThat(SlotFile.version(bytes.clone(), new Entry(0100600, 1, 2, 3, 16, 5)))
        .isEqualTo(SlotFile.version(bytes, entry));
  }

  @Test
  void LS_11_what_is_unreadable_is_kept_in_quarantine_byte_for_byte() throws IOException {
    LeaseSlot unreadable = write("not\u0000json");
    assertThat(unreadable).isInstanceOf(LeaseSlot.Unreadable.class);
    assertThat(replace(store, unreadable, hold("a"))).isInstanceOf(Exchange.Swapped.class);
    try (Stream<Path> kept = Files.list(directory.resolve("quarantine"))) {
      assertThat(kept)
          .singleElement()
          .satisfies(
              file -> {
                assertThat(file.getFileName().toString())
                    .startsWith("rysweet__amplihack-rs__pr-1051.20")
                    .endsWith(".json");
                assertThat(file).hasContent("not\u0000json");
              });
    }
    assertThat(owner(store.load(KEY))).isEqualTo("a");
    assertThat(store.list(LeaseFilter.ALL)).hasSize(1);
  }

  @Test
  void a_slot_of_64_GB_is_unreadable_without_being_read_and_kept_when_reclaimed()
      throws IOException {
    Files.createDirectories(directory);
    long size = 64L << 30;
    try (var file = new java.io.RandomAccessFile(directory.resolve(FILE).toFile(), "rw")) {
      file.setLength(size);
    }
    LeaseSlot slot = store.load(KEY);
    assertThat(slot).isInstanceOf(LeaseSlot.Unreadable.class);
    assertThat(((LeaseSlot.Unreadable) slot).reason()).contains("larger than 1048576 bytes");
    assertThat(replace(store, slot, hold("a"))).isInstanceOf(Exchange.Swapped.class);
    try (Stream<Path> kept = Files.list(directory.resolve("quarantine"))) {
      assertThat(kept).singleElement().satisfies(file -> assertThat(file).hasSize(size));
    }
  }

  @Test
  void a_slot_as_large_as_the_limit_is_read() throws IOException {
    String text = "{\"record\": null}";
    assertThat(write(text + " ".repeat(SlotFile.MAX_BYTES - text.length())))
        .isInstanceOf(LeaseSlot.Vacant.class);
    assertThat(write(text + " ".repeat(SlotFile.MAX_BYTES - text.length() + 1)))
        .isInstanceOf(LeaseSlot.Unreadable.class);
  }

  @Test
  void LS_14_a_listing_names_files_and_knows_nothing_of_others() throws IOException {
    acquire(store, KEY, "a");
    Files.writeString(directory.resolve("notes.txt"), "x");
    Files.writeString(directory.resolve(".prlease-1.tmp"), "x");
    Files.writeString(directory.resolve("garbage.json"), "x");
    assertThat(store.list(LeaseFilter.ALL))
        .extracting(ListedSlot::name)
        .containsExactlyInAnyOrder(FILE, "garbage.json");
    assertThat(store.list(LeaseFilter.ALL.ofRepo(KEY)))
        .extracting(ListedSlot::name)
        .containsExactly(FILE);
  }

  /** Once the directory is synced, and so the write is made, nothing may come of more trouble. */
  @Test
  void a_write_that_was_made_is_told_as_made_whatever_happens_to_the_sweep_after_it() {
    Path home = directory.resolve("..").normalize();
    Disk disk =
        new FailingDisk() {
          @Override
          public void syncDirectory(Path path) throws IOException {
            super.syncDirectory(path);
            Files.move(home, home.resolveSibling("aside"));
            Files.writeString(home, "so that the directory cannot even be looked at");
          }
        };
    FileLeaseStore moved =
        FileLeaseStore.open(directory, FileStoreOptions.DEFAULTS, Contexts.real(), disk);
    assertThat(acquire(moved, KEY, "a")).isInstanceOf(Exchange.Swapped.class);
  }

  @Test
  void behind_a_symbolic_link_to_the_directory_is_swept_too() throws IOException {
    Path real = Files.createDirectories(directory.resolveSibling("real"));
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rwx------"));
    Files.createSymbolicLink(directory, real);
    Path stale = Files.writeString(real.resolve(".prlease-1.tmp"), "x");
    long written = Entry.at(stale).orElseThrow().changed();
    Path later = directory.resolve("later");
    do {
      Files.deleteIfExists(later);
      Files.createFile(later);
    } while (Entry.at(real).orElseThrow().changed() <= written);
    new TemporaryFiles(directory, Disk.REAL, Duration.ZERO).sweep();
    assertThat(stale).doesNotExist();
    assertThat(later).exists();
  }

  @Test
  void only_our_own_aged_temporary_files_are_swept() throws IOException {
    Files.createDirectories(directory, OwnedFile.OWNER_ONLY_DIRECTORY);
    Path fresh = Files.writeString(directory.resolve(".prlease-1.tmp"), "x");
    Path foreign = Files.writeString(directory.resolve(".tmpabc"), "x");
    acquire(store, KEY, "a");
    assertThat(fresh).exists();
    assertThat(foreign).exists();
    Entry entry = Entry.at(fresh).orElseThrow();
    long later = entry.changed() + TemporaryFiles.AGE.toNanos();
    TemporaryFiles temporaries = new TemporaryFiles(directory, Disk.REAL, TemporaryFiles.AGE);
    temporaries.sweep(at(entry, later));
    assertThat(fresh).exists();
    temporaries.sweep(at(entry, later + 1));
    assertThat(fresh).doesNotExist();
    assertThat(foreign).exists();
    assertThat(directory.resolve(FILE)).exists();
  }

  private static Entry at(Entry entry, long changed) {
    return new Entry(
        entry.mode(), entry.device(), entry.inode(), entry.uid(), entry.size(), changed);
  }
}

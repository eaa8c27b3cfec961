package dev.prlease.store.file;

import static dev.prlease.store.file.Records.FILE;
import static dev.prlease.store.file.Records.KEY;
import static dev.prlease.store.file.Records.acquire;
import static dev.prlease.store.file.Records.replace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.spi.Change;
import dev.prlease.spi.CollectRequest;
import dev.prlease.spi.CollectRequest.Mode;
import dev.prlease.spi.Collected;
import dev.prlease.spi.Collected.Kept;
import dev.prlease.spi.Collected.Kind;
import dev.prlease.spi.Expected;
import dev.prlease.spi.StoreContext;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What garbage collection leaves in the directory, beyond what the contract demands. */
@Timeout(60) // no measure: whoever opens a FIFO would wait for ever
class SlotCollectionTest {
  private final Path directory;
  private final FileLeaseStore store;
  private final Instant now = new SystemClock().now();
  private final Instant tomorrow = now.plus(Duration.ofDays(1));

  SlotCollectionTest(@TempDir Path temp) {
    directory = temp.resolve("leases");
    store = FileLeaseStore.open(directory, Contexts.real());
  }

  private static CollectRequest before(Instant time) {
    return new CollectRequest(time, Instant.EPOCH, Mode.REMOVE, Optional.empty(), () -> true);
  }

  private Collected collect() {
    return store.collect(before(tomorrow));
  }

  private static List<String> names(Collected collected) {
    return collected.removed().stream().map(Collected.Item::name).toList();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private void release(LeaseKey key) {
    LeaseSlot held = acquire(store, key, "a").slot();
    store.compareAndExchange(key, Expected.exactly(held.version()), Change.vacate(Fence.NONE));
  }

  private Path put(String name, String content) throws IOException {
    Files.createDirectories(directory, OwnedFile.OWNER_ONLY_DIRECTORY);
    return Files.writeString(directory.resolve(name), content);
  }

  @Test
  void a_store_that_was_never_written_has_no_garbage_and_none_is_made() {
    assertThat(collect())
        .isEqualTo(new Collected(List.of(), Map.of(), List.of(), Optional.empty()));
    assertThat(directory).doesNotExist();
  }

  @Test
  void L46_the_file_goes_and_its_lock_stays_the_same_file() throws IOException {
    release(KEY);
    Object lock = Files.getAttribute(directory.resolve(FILE + ".lock"), "unix:ino");
    assertThat(names(collect())).containsExactly(FILE);
    assertThat(files()).containsExactly(FILE + ".lock");
    assertThat(Files.getAttribute(directory.resolve(FILE + ".lock"), "unix:ino")).isEqualTo(lock);
  }

  @Test
  void the_files_time_keeps_what_the_fence_would_let_go_and_the_other_way_round()
      throws IOException {
    Path file = put(FILE, "{\"record\": null, \"fence\": 10}");
    Instant weekAgo = now.minus(Duration.ofDays(7));
    assertThat(store.collect(before(weekAgo)).count(Kept.RECENT)).isEqualTo(1);
    Files.setLastModifiedTime(file, FileTime.from(weekAgo));
    assertThat(store.collect(before(weekAgo)).count(Kept.RECENT)).isEqualTo(1);
    assertThat(store.collect(before(weekAgo.plusSeconds(1))).removed()).hasSize(1);
    put(FILE, "{\"record\": null, \"fence\": " + Fence.at(now) + "}");
    Files.setLastModifiedTime(file, FileTime.from(weekAgo));
    assertThat(store.collect(before(weekAgo.plusSeconds(1))).count(Kept.RECENT)).isEqualTo(1);
    assertThat(file).exists();
  }

  @Test
  void what_an_older_program_left_without_a_fence_goes_by_the_files_time() throws IOException {
    Instant weekAgo = now.minus(Duration.ofDays(7));
    for (String vacant : List.of("", "null", "{}", "{\"record\": null}")) {
      Path file = put(FILE, vacant);
      assertThat(store.collect(before(weekAgo)).removed()).as(vacant).isEmpty();
      Files.setLastModifiedTime(file, FileTime.from(weekAgo.minusSeconds(1)));
      assertThat(names(store.collect(before(weekAgo)))).as(vacant).containsExactly(FILE);
      assertThat(file).doesNotExist();
    }
  }

  @Test
  void what_is_no_slot_of_ours_stays_whatever_it_holds() throws IOException {
    put("package.json", "{}");
    put("notes.json", "");
    put(".hidden.json", "");
    put(FILE + ".bak", "");
    put("ACME__app__pr-1.json", "");
    List<String> all = files();
    assertThat(collect().removed()).isEmpty();
    assertThat(files()).isEqualTo(all);
  }

  @Test
  void a_slot_whose_lock_another_process_holds_stays_and_is_not_waited_for() throws Exception {
    release(KEY);
    LeaseKey other = LeaseKey.pullRequest("acme/app", 1);
    release(other);
    Contexts.Pauses none =
        new Contexts.Pauses() {
          @Override
          public void pause(Duration duration) {
            throw new AssertionError("it waits");
          }
        };
    FileLeaseStore impatient =
        FileLeaseStore.open(directory, Contexts.with(new SystemClock(), none));
    try (Peer.LockHolder lock = new Peer.LockHolder(directory.resolve(FILE + ".lock"))) {
      Collected collected = impatient.collect(before(tomorrow));
      assertThat(names(collected)).containsExactly("acme__app__pr-1.json");
      assertThat(collected.count(Kept.BUSY)).isEqualTo(1);
      assertThat(collected.troubles()).isEmpty();
      lock.free();
    }
    assertThat(names(collect())).containsExactly(FILE);
  }

  @Test
  void temporary_files_of_dead_processes_go_and_those_of_others_stay() throws IOException {
    put(".prlease-1.tmp", "x");
    put(".tmpabc", "x");
    ManualClock clock = new ManualClock();
    clock.set(now.plus(TemporaryFiles.AGE.multipliedBy(3)));
    StoreContext context = Contexts.with(clock, new ManualScheduler(clock));
    assertThat(FileLeaseStore.open(directory, context).collect(before(Instant.EPOCH)).removed())
        .as("this machine's clock does not count")
        .isEmpty();
    assertThat(
            FileLeaseStore.open(directory, FileStoreOptions.DEFAULTS, context, new LaterDisk())
                .collect(before(Instant.EPOCH))
                .removed())
        .containsExactly(new Collected.Item(Kind.TEMPORARY, ".prlease-1.tmp"));
    assertThat(files()).containsExactly(".tmpabc");
  }

  @Test
  void of_the_quarantine_goes_what_its_own_names_tell_to_be_old() throws IOException {
    Path quarantine = Files.createDirectories(directory.resolve("quarantine"));
    for (String name :
        List.of(
            "acme__app__pr-1.2026-01-02T03-04-05.678901Z.1a2b.json",
            "acme__app__pr-1.2026-03-02T03-04-05.678901Z.1a2b.json",
            "2026-01-02T03-04-05.678901Z.1a2b.json",
            "acme__app__pr-1.2026-01-02T03-04-05Z.1a2b.json",
            "acme__app__pr-1.2026-13-02T03-04-05.678901Z.1a2b.json",
            "kept by hand.json")) {
      Files.writeString(quarantine.resolve(name), "x");
    }
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    Collected collected =
        store.collect(
            new CollectRequest(
                Instant.EPOCH,
                Instant.parse("2026-02-01T00:00:00Z"),
                Mode.REMOVE,
                Optional.empty(),
                () -> true));
    assertThat(collected.removed())
        .containsExactly(
            new Collected.Item(
                Kind.ARCHIVED, "acme__app__pr-1.2026-01-02T03-04-05.678901Z.1a2b.json"));
    try (Stream<Path> left = Files.list(quarantine)) {
      assertThat(left).hasSize(5);
    }
  }

  @Test
  void the_names_that_the_quarantine_gives_tell_their_time() throws IOException {
    put(FILE, "not json");
    acquireUnreadable();
    try (Stream<Path> kept = Files.list(directory.resolve("quarantine"))) {
      assertThat(kept)
          .singleElement()
          .satisfies(
              file ->
                  assertThat(Quarantine.keptAt(file.getFileName().toString()))
                      .hasValueSatisfying(
                          time -> assertThat(time).isBetween(now.minusSeconds(1), tomorrow)));
    }
  }

  private void acquireUnreadable() {
    LeaseSlot slot = store.load(KEY);
    replace(store, slot, Records.hold("a"));
  }

  @Test
  void where_names_are_ambiguous_only_those_that_end_as_a_keys_do_are_slots() throws IOException {
    FileLeaseStore shared =
        FileLeaseStore.open(
            directory, FileStoreOptions.DEFAULTS.withLayout(FileLayout.AMPLIHACK), Contexts.real());
    put("Acme_app__pr-1.json", "{\"record\": null}");
    put("acme_app__issue-2.json", "{}");
    put("package.json", "{}");
    put("x__pr-.json", "{}");
    assertThat(names(shared.collect(before(tomorrow))))
        .containsExactly("Acme_app__pr-1.json", "acme_app__issue-2.json");
    assertThat(directory.resolve("package.json")).exists();
    assertThat(directory.resolve("x__pr-.json")).exists();
  }

  @Test
  void a_directory_that_others_may_write_is_refused() throws IOException {
    release(KEY);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwx---"));
    assertThatThrownBy(this::collect)
        .isInstanceOf(LeaseStoreException.class)
        .hasMessageContaining("may be written by other users");
    assertThat(files()).contains(FILE);
  }
}

package dev.prlease.store.file;

import static dev.prlease.store.file.Records.FILE;
import static dev.prlease.store.file.Records.KEY;
import static dev.prlease.store.file.Records.acquire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseSlot;
import dev.prlease.api.SessionId;
import dev.prlease.spi.LeaseFilter;
import dev.prlease.spi.ListedSlot;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A listing shows what is wrong with a slot, whose slot it is, and all others. */
@Timeout(60) // no measure: whoever opens a FIFO would wait for ever
class SlotListingTest {
  private static final LeaseKey OTHER = LeaseKey.pullRequest("acme/app", 42);
  private static final String OTHER_FILE = "acme__app__pr-42.json";
  private static final FileStoreOptions SHARED =
      FileStoreOptions.DEFAULTS.withMaxClockSkew(Duration.ofSeconds(2));

  private final Path directory;
  private final FileLeaseStore store;

  SlotListingTest(@TempDir Path temp) {
    directory = temp.resolve("leases");
    store = FileLeaseStore.open(directory, Contexts.real());
  }

  private static Optional<ListedSlot> named(List<ListedSlot> listed, String name) {
    return listed.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  private static void isTroubled(Optional<ListedSlot> entry, LeaseKey key, String message) {
    assertThat(entry)
        .hasValueSatisfying(
            each -> {
              assertThat(each).isInstanceOf(ListedSlot.Troubled.class);
              assertThat(each.key()).contains(key);
              assertThat(((ListedSlot.Troubled) each).trouble()).hasMessageStartingWith(message);
            });
  }

  /** So many that the scheduler's threads help: all is as without them. */
  @Test
  void LS_14_very_many_slots_are_listed_once_each_and_their_troubles_too() throws Exception {
    acquire(store, KEY, "a");
    byte[] held = Files.readAllBytes(directory.resolve(FILE));
    int more = SharedReading.WORTH_IT;
    for (int i = 1; i <= more; i++) {
      Files.write(
          directory.resolve("acme__app__pr-" + i + ".json"), i % 2 == 0 ? held : new byte[0]);
    }
    Files.delete(directory.resolve(OTHER_FILE));
    Files.createDirectory(directory.resolve(OTHER_FILE));
    List<Thread> helpers = new ArrayList<>();
    Contexts.Pauses scheduler =
        new Contexts.Pauses() {
          @Override
          public Handle execute(Runnable task) {
            Thread helper = new Thread(task);
            helpers.add(helper);
            helper.start();
            return helper::interrupt;
          }
        };
    List<ListedSlot> listed =
        FileLeaseStore.open(directory, Contexts.with(new SystemClock(), scheduler))
            .list(LeaseFilter.ALL);
    for (Thread helper : helpers) {
      helper.join();
    }
    assertThat(listed).hasSize(1 + more / 2).extracting(ListedSlot::name).doesNotHaveDuplicates();
    isTroubled(named(listed, OTHER_FILE), OTHER, directory.resolve(OTHER_FILE) + " is a");
    assertThat(named(listed, "acme__app__pr-4000.json"))
        .hasValue(
            new ListedSlot.Found(
                "acme__app__pr-4000.json",
                Optional.of(LeaseKey.pullRequest("acme/app", 4000)),
                SlotFile.read(
                    directory.resolve("acme__app__pr-4000.json"),
                    Optional.empty(),
                    new InterruptShield())));
  }

  @ParameterizedTest
  @EnumSource(Odd.class)
  void LS_14_what_is_no_regular_file_is_listed_with_its_trouble_and_hides_no_other(Odd odd)
      throws IOException, InterruptedException {
    acquire(store, KEY, "a");
    Path strange = directory.resolve(OTHER_FILE);
    odd.makeAt(strange);
    Entry before = Entry.at(strange).orElseThrow();
    for (FileStoreOptions options : List.of(FileStoreOptions.DEFAULTS, SHARED)) {
      List<ListedSlot> listed =
          FileLeaseStore.open(directory, options, Contexts.real()).list(LeaseFilter.ALL);
      assertThat(listed).hasSize(2);
      isTroubled(named(listed, OTHER_FILE), OTHER, strange + " is a");
      assertThat(named(listed, FILE)).containsInstanceOf(ListedSlot.Found.class);
    }
    assertThat(Entry.at(strange)).contains(before);
    assertThat(store.list(LeaseFilter.ALL.ofRepo(KEY))).extracting(ListedSlot::name).contains(FILE);
    assertThat(store.list(LeaseFilter.ALL.ofRepo(OTHER)))
        .extracting(ListedSlot::name)
        .containsExactly(OTHER_FILE);
    assertThat(store.list(LeaseFilter.ALL.ofOwner(SessionId.of("a")))).hasSize(2);
  }

  @Test
  void LS_14_trouble_in_the_slot_of_an_unknown_key_passes_every_filter_and_in_none_no_filter()
      throws IOException {
    acquire(store, KEY, "a");
    String cut = Slug.of(LeaseKey.pullRequest("acme/" + "x".repeat(220), 1));
    Files.createDirectory(directory.resolve(cut));
    Files.createDirectory(directory.resolve("garbage.json"));
    assertThat(store.list(LeaseFilter.ALL.ofRepo(OTHER)))
        .singleElement()
        .isInstanceOfSatisfying(
            ListedSlot.Troubled.class,
            each -> {
              assertThat(each.name()).isEqualTo(cut);
              assertThat(each.key()).isEmpty();
            });
    assertThat(store.list(LeaseFilter.ALL)).hasSize(3);
  }

  @Test
  void LS_14_an_unreadable_slot_tells_its_key_by_its_name() throws IOException {
    acquire(store, KEY, "a");
    Files.writeString(directory.resolve(FILE), "nonsense");
    Files.writeString(directory.resolve("garbage.json"), "nonsense");
    List<ListedSlot> listed = store.list(LeaseFilter.ALL);
    assertThat(named(listed, FILE).flatMap(ListedSlot::key)).contains(KEY);
    assertThat(named(listed, "garbage.json").flatMap(ListedSlot::key)).isEmpty();
    assertThat(listed)
        .allSatisfy(
            each ->
                assertThat(((ListedSlot.Found) each).slot())
                    .isInstanceOf(LeaseSlot.Unreadable.class));
  }

  @Test
  void P8_a_record_in_the_file_of_another_key_is_listed_with_the_key_that_it_blocks()
      throws IOException {
    acquire(store, KEY, "a");
    Files.move(directory.resolve(FILE), directory.resolve(OTHER_FILE));
    for (LeaseFilter filter :
        List.of(LeaseFilter.ALL, LeaseFilter.ALL.ofRepo(KEY), LeaseFilter.ALL.ofRepo(OTHER))) {
      assertThat(store.list(filter))
          .as(filter.toString())
          .singleElement()
          .isInstanceOfSatisfying(
              ListedSlot.Found.class,
              each -> {
                assertThat(each.key()).contains(OTHER);
                assertThat(Records.owner(each.slot())).isEqualTo("a");
              });
    }
    assertThat(store.list(LeaseFilter.ALL.ofRepo(LeaseKey.parse("x/y#1")))).isEmpty();
    assertThat(store.list(LeaseFilter.ALL.ofOwner(SessionId.of("b")))).isEmpty();
  }

  @Test
  void P8_a_record_in_a_file_of_no_key_blocks_none_and_a_long_name_is_its_own() throws IOException {
    LeaseKey longKey = LeaseKey.pullRequest("acme/" + "x".repeat(220), 1);
    acquire(store, longKey, "a");
    acquire(store, KEY, "b");
    Files.move(directory.resolve(FILE), directory.resolve("copy.json"));
    List<ListedSlot> listed = store.list(LeaseFilter.ALL);
    assertThat(named(listed, Slug.of(longKey)).flatMap(ListedSlot::key)).contains(longKey);
    assertThat(named(listed, "copy.json").flatMap(ListedSlot::key)).isEmpty();
  }

  @Test
  void P8_in_the_layout_of_the_Rust_program_keys_share_a_name_and_are_at_home_in_it()
      throws IOException {
    FileLeaseStore shared =
        FileLeaseStore.open(
            directory, FileStoreOptions.DEFAULTS.withLayout(FileLayout.AMPLIHACK), Contexts.real());
    LeaseKey dotted = LeaseKey.parse("A/b.c#1");
    acquire(shared, dotted, "a");
    assertThat(shared.list(LeaseFilter.ALL))
        .singleElement()
        .satisfies(each -> assertThat(each.key()).contains(dotted));
    Files.move(directory.resolve("A_b_c__pr-1.json"), directory.resolve("A_b_d__pr-1.json"));
    assertThat(shared.list(LeaseFilter.ALL))
        .singleElement()
        .satisfies(each -> assertThat(each.key()).isEmpty());
  }

  @Test
  void where_machines_share_the_directory_a_listing_waits_for_the_lock_of_each_slot()
      throws IOException {
    acquire(store, KEY, "a");
    acquire(store, OTHER, "a");
    ManualClock clock = new ManualClock();
    ManualScheduler passing = new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
    try (Peer.LockHolder holder =
        new Peer.LockHolder(directory.resolve(FILE + Place.LOCK_SUFFIX))) {
      List<ListedSlot> listed =
          FileLeaseStore.open(directory, SHARED, Contexts.with(clock, passing))
              .list(LeaseFilter.ALL);
      isTroubled(named(listed, FILE), KEY, "another process held the lock");
      assertThat(named(listed, OTHER_FILE)).containsInstanceOf(ListedSlot.Found.class);
      holder.free();
    }
    assertThat(
            FileLeaseStore.open(
                    directory, SHARED, Contexts.with(new SystemClock(), new Contexts.Pauses()))
                .list(LeaseFilter.ALL))
        .hasSize(2)
        .hasOnlyElementsOfType(ListedSlot.Found.class);
  }
}

package dev.prlease.store.file;

import static dev.prlease.store.file.Records.FILE;
import static dev.prlease.store.file.Records.KEY;
import static dev.prlease.store.file.Records.acquire;
import static dev.prlease.store.file.Records.hold;
import static dev.prlease.store.file.Records.owner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SlotVersion;
import dev.prlease.spi.Expected;
import dev.prlease.spi.LeaseStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no directory of ours, and no file of ours, is refused and left as it is. */
@Timeout(60) // no measure: whoever opens a FIFO would wait for ever
class GuardTest {
  private final Path directory;

  GuardTest(@TempDir Path temp) {
    directory = temp.resolve("leases");
  }

  private FileLeaseStore open() {
    return FileLeaseStore.open(directory, Contexts.real());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwx---", "rwx-w----", "rwx---rwx", "rwx----w-", "rwxrwxrwx"})
  void L17_a_directory_that_others_may_write_is_refused_and_never_re_moded(String mode)
      throws IOException {
    Files.createDirectory(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(mode));
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            e -> assertThat(e.nextStep()).isEqualTo("Keep others out: chmod 700 " + directory))
        .hasMessage(directory + " may be written by other users");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo(mode);
  }

  @Test
  void L17_a_directory_that_others_may_only_read_is_used_and_left_as_it_is() throws IOException {
    Files.createDirectory(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    acquire(open(), KEY, "a");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwxr-xr-x");
  }

  @Test
  void a_directory_that_becomes_writable_for_others_is_refused_by_the_next_exchange()
      throws IOException {
    FileLeaseStore store = open();
    acquire(store, KEY, "a");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwx---"));
    assertThatThrownBy(() -> acquire(store, KEY, "b"))
        .hasMessageContaining("may be written by other users");
  }

  @Test
  void a_directory_of_another_user_is_refused() throws IOException, InterruptedException {
    Path foreign = Path.of("/usr");
    if (Forked.isRoot()) {
      foreign = Files.createDirectory(directory);
      Forked.run(List.of("chown", "65534", foreign.toString()));
    }
    Path refused = foreign;
    int uid = CurrentUser.find().uid();
    assertThatThrownBy(() -> FileLeaseStore.open(refused, Contexts.real()))
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            e ->
                assertThat(e.nextStep())
                    .isEqualTo("Name a directory of your own, or run as that user."))
        .hasMessageContaining("belongs to user")
        .hasMessageEndingWith("and this is user " + uid);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1777", "2777", "1770"})
  void nobody_is_told_to_change_the_mode_of_a_directory_that_is_shared_on_purpose(String mode)
      throws IOException, InterruptedException {
    Files.createDirectory(directory);
    Forked.run(List.of("chmod", mode, directory.toString()));
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            e -> assertThat(e.nextStep()).isEqualTo("Name a directory of your own."))
        .hasMessage(directory + " may be written by other users");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:", "file:HOME/leases", "file:HOME/other/leases"})
  void a_home_of_prlease_that_others_may_write_is_refused_for_all_that_is_in_it(String location)
      throws IOException {
    Path home = Files.createDirectory(directory.resolveSibling("home"));
    String rest = location.substring("file:".length()).replace("HOME", home.toString());
    var context = Contexts.with(Map.of("PRLEASE_HOME", home.toString()));
    LeaseStore store = new FileLeaseStoreProvider().open(rest, context);
    acquire(store, KEY, "a");
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwx---"));
    assertThatThrownBy(() -> acquire(store, KEY, "b")).satisfies(e -> isRefused(e, home));
    assertThatThrownBy(() -> new FileLeaseStoreProvider().open(rest, context))
        .satisfies(e -> isRefused(e, home));
    new FileLeaseStoreProvider().open(directory.toString(), context).close();
  }

  private static void isRefused(Throwable error, Path home) {
    assertThat(error).isInstanceOf(LeaseStoreException.class);
    assertThat(error).hasMessage(home + " may be written by other users");
    assertThat(((LeaseStoreException) error).nextStep())
        .isEqualTo("Keep others out: chmod 700 " + home);
  }

  @Test
  void L9_a_directory_that_cannot_be_made_is_told_in_plain_words() {
    FileLeaseStore store = FileLeaseStore.open(Path.of("/proc/none/leases"), Contexts.real());
    assertThatThrownBy(() -> acquire(store, KEY, "a"))
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            e -> assertThat(e.nextStep()).startsWith("Name a directory that this user can make"))
        .hasMessage(
            "could not write the lease of "
                + KEY
                + ": /proc/none/leases could not be made: there is no /proc/none");
  }

  @Test
  void a_file_in_the_place_of_the_directory_is_refused() throws IOException {
    Files.writeString(directory, "x");
    assertThatThrownBy(this::open)
        .isInstanceOf(LeaseStoreException.class)
        .hasMessage(directory + " is a regular file, not a directory");
    assertThat(directory).hasContent("x");
  }

  @Test
  void a_relative_directory_is_refused() {
    assertThatThrownBy(() -> FileLeaseStore.open(Path.of("leases"), Contexts.real()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the directory of leases must be absolute: leases");
  }

  @ParameterizedTest
  @EnumSource(Odd.class)
  void LS_10_what_is_no_regular_file_is_an_error_opened_by_nobody_and_not_reclaimed(Odd odd)
      throws IOException, InterruptedException {
    FileLeaseStore store = open();
    Files.createDirectory(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    Path slot = directory.resolve(FILE);
    odd.makeAt(slot);
    Entry before = Entry.at(slot).orElseThrow();
    assertThatThrownBy(() -> store.load(KEY)).satisfies(e -> isToldOf(e, slot));
    assertThatThrownBy(() -> acquire(store, KEY, "a")).satisfies(e -> isToldOf(e, slot));
    assertThatThrownBy(
            () ->
                store.compareAndExchange(
                    KEY, Expected.exactly(new SlotVersion("absent")), hold("a").archiving()))
        .satisfies(e -> isToldOf(e, slot));
    assertThat(Entry.at(slot)).contains(before);
  }

  @ParameterizedTest
  @EnumSource(Odd.class)
  void a_lock_that_is_no_regular_file_is_an_error_and_opened_by_nobody(Odd odd)
      throws IOException, InterruptedException {
    FileLeaseStore store = open();
    Files.createDirectory(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    Path lock = directory.resolve(FILE + ".lock");
    odd.makeAt(lock);
    assertThatThrownBy(() -> acquire(store, KEY, "a")).satisfies(e -> isToldOf(e, lock));
    assertThat(directory.resolve(FILE)).doesNotExist();
  }

  private static void isToldOf(Throwable error, Path path) {
    assertThat(error)
        .isInstanceOf(LeaseStoreException.class)
        .hasMessageStartingWith(path + " is a")
        .hasMessageEndingWith("not a regular file, and was not opened");
  }

  @Test
  void a_symbolic_link_swapped_in_is_never_followed() throws IOException, InterruptedException {
    FileLeaseStore store = open();
    acquire(store, KEY, "owner");
    Path slot = directory.resolve(FILE);
    Path secret = directory.resolve("secret");
    Files.writeString(secret, Files.readString(slot).replace("\"owner\"", "\"stranger\""));
    Path link = directory.resolve("link");
    Path good = directory.resolve("good");
    AtomicBoolean stop = new AtomicBoolean();
    Thread swapper = new Thread(() -> swap(slot, link, secret, good, stop));
    swapper.start();
    int linked = 0;
    for (int i = 0; i < 3_000; i++) {
      try {
        assertThat(owner(store.load(KEY))).isEqualTo("owner");
      } catch (LeaseStoreException e) {
        linked++;
      }
    }
    stop.set(true);
    swapper.join();
    assertThat(linked).as("how often the link was met").isPositive();
  }

  private static void swap(Path slot, Path link, Path secret, Path good, AtomicBoolean stop) {
    try {
      byte[] content = Files.readAllBytes(slot);
      while (!stop.get()) {
        Files.createSymbolicLink(link, secret);
        Files.move(link, slot, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        Files.write(good, content);
        Files.move(good, slot, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void a_write_replaces_a_link_that_was_swapped_in_and_not_what_it_leads_to() throws IOException {
    Path secret = directory.resolveSibling("secret");
    Files.writeString(secret, "secret");
    Path slot = directory.resolve(FILE);
    Disk disk =
        new FailingDisk() {
          @Override
          public void write(Path file, byte[] bytes) throws IOException {
            super.write(file, bytes);
            Files.createSymbolicLink(slot, secret);
          }
        };
    FileLeaseStore store =
        FileLeaseStore.open(directory, FileStoreOptions.DEFAULTS, Contexts.real(), disk);
    acquire(store, KEY, "a");
    assertThat(secret).hasContent("secret");
    assertThat(Files.isRegularFile(slot, LinkOption.NOFOLLOW_LINKS)).isTrue();
  }
}

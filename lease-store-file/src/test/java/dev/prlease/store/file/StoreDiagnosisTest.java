package dev.prlease.store.file;

import static dev.prlease.store.file.Records.KEY;
import static dev.prlease.store.file.Records.acquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.prlease.spi.Finding;
import dev.prlease.spi.Finding.Level;
import dev.prlease.spi.Scheduler;
import dev.prlease.spi.SystemClock;
import dev.prlease.testkit.ManualClock;
import dev.prlease.testkit.ManualScheduler;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the store finds wrong with its directory. */
@Timeout(60) // no measure: whoever opens a FIFO would wait for ever
class StoreDiagnosisTest extends LockCase {
  private final ManualClock clock = new ManualClock();

  StoreDiagnosisTest(@TempDir Path temp) {
    super(temp);
    clock.set(new SystemClock().now());
  }

  @BeforeEach
  void writeOne() {
    acquire(open(Disk.REAL), KEY, "a");
  }

  private List<Finding> diagnose() {
    return diagnose(passTime(), Disk.REAL);
  }

  private Scheduler passTime() {
    return new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME);
  }

  private List<Finding> diagnose(Scheduler scheduler, Disk disk) {
    return FileLeaseStore.open(
            directory, FileStoreOptions.DEFAULTS, Contexts.with(clock, scheduler), disk)
        .diagnose();
  }

  private static List<Finding> of(List<Finding> findings, String subject) {
    return findings.stream().filter(each -> each.subject().equals(subject)).toList();
  }

  @Test
  void a_healthy_directory_has_a_word_on_everything_and_nothing_wrong() throws IOException {
    List<Finding> findings = diagnose();
    assertThat(findings).extracting(Finding::level).containsOnly(Level.OK);
    assertThat(findings)
        .extracting(Finding::subject)
        .containsExactly("file-system", "file-time", "locks", "entries");
    assertThat(findings.get(3).what()).isEqualTo("1 slot in " + directory);
    try (var files = Files.list(directory)) {
      assertThat(files).as("what is left behind").hasSize(2);
    }
  }

  @Test
  void a_lock_that_a_process_does_not_let_go_is_told_with_its_holder() throws Exception {
    assumeTrue(locksAreShown(), "who holds a lock cannot be told here");
    try (Peer.LockHolder holder = new Peer.LockHolder(lock)) {
      Finding stuck = of(diagnose(), "locks").get(0);
      assertThat(stuck.level()).isEqualTo(Level.ERROR);
      assertThat(stuck.what())
          .matches(lock + " has been locked for a second by process \\d+ \\(python3.*\\)");
      assertThat(stuck.remedy())
          .hasValueSatisfying(remedy -> assertThat(remedy).contains("ps -fp"));
      holder.free();
    }
    assertThat(of(diagnose(), "locks")).extracting(Finding::level).containsExactly(Level.OK);
  }

  @Test
  void a_lock_that_is_let_go_meanwhile_is_nothing_wrong() throws Exception {
    assumeTrue(locksAreShown(), "who holds a lock cannot be told here");
    try (Peer.LockHolder holder = new Peer.LockHolder(lock)) {
      Contexts.Pauses freeing =
          new Contexts.Pauses() {
            @Override
            public void pause(Duration duration) {
              try {
                holder.free();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            }
          };
      assertThat(of(diagnose(freeing, Disk.REAL), "locks"))
          .extracting(Finding::what)
          .containsExactly("no lock is stuck");
    }
  }

  /** Asks the check itself: a temporary file is locked, and looked for in the kernel's table. */
  private boolean locksAreShown() throws IOException {
    return new HeldLocksCheck(directory, Path.of("/proc"), passTime(), Disk.REAL)
        .look()
        .get(0)
        .what()
        .equals("no lock is stuck");
  }

  /** A table in which {@code pid} holds the slot's lock. */
  private Path tableWith(long pid) throws IOException {
    Path proc = Files.createDirectories(temp.resolve("proc"));
    Files.writeString(
        proc.resolve("locks"),
        "1: POSIX  ADVISORY  WRITE "
            + pid
            + " "
            + KernelLocks.id(Entry.at(lock).orElseThrow())
            + " 0 EOF\n");
    return proc;
  }

  /** What is found if {@code meanwhile} happens in each of the pauses. */
  private String found(Path proc, IOAction meanwhile) throws IOException {
    int[] pauses = {0};
    Contexts.Pauses scheduler =
        new Contexts.Pauses() {
          @Override
          public void pause(Duration duration) {
            try {
              meanwhile.run(++pauses[0]);
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          }
        };
    return new HeldLocksCheck(directory, proc, scheduler, Disk.REAL).look().get(0).what();
  }

  /** What happens in a pause. */
  private interface IOAction {
    void run(int pause) throws IOException;
  }

  @Test
  void a_lock_that_is_seen_in_every_look_is_stuck_and_one_that_is_taken_by_turns_is_not()
      throws IOException {
    Path proc = tableWith(4711);
    assertThat(found(proc, pause -> {})).endsWith("locked for a second by process 4711");
    assertThat(
            found(
                proc,
                pause -> {
                  if (pause == 7) {
                    Files.writeString(proc.resolve("locks"), "");
                  } else {
                    tableWith(4711);
                  }
                }))
        .isEqualTo("no lock is stuck");
    tableWith(4711);
    assertThat(found(proc, pause -> tableWith(4711 + pause % 2))).isEqualTo("no lock is stuck");
  }

  @Test
  void a_lock_whose_slot_is_written_meanwhile_is_not_stuck() throws IOException {
    Path proc = tableWith(4711);
    assertThat(
            found(
                proc,
                pause -> {
                  if (pause == 3) {
                    Files.writeString(
                        directory.resolve(lock.getFileName().toString().replace(".lock", "")),
                        "{}");
                  }
                }))
        .isEqualTo("no lock is stuck");
  }

  /** As on Btrfs, whose files have other device numbers than the kernel's table has for them. */
  @Test
  void where_the_kernels_table_does_not_name_the_files_as_they_are_nothing_is_claimed()
      throws IOException {
    Path proc = Files.createDirectories(temp.resolve("proc"));
    Files.writeString(proc.resolve("locks"), "1: POSIX  ADVISORY  WRITE 4711 00:2f:123456 0 EOF\n");
    assertThat(found(proc, pause -> {}))
        .isEqualTo("who holds locks cannot be told on this file system");
    try (var files = Files.list(directory)) {
      assertThat(files).as("what is left behind").hasSize(2);
    }
  }

  /** A lock that this very process holds would be dropped by closing any descriptor of its file. */
  @Test
  void no_lock_file_is_opened() throws Exception {
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      diagnose();
      assertThat(held.isValid()).isTrue();
      assertThat(seenByOthers(lock)).isEqualTo("held");
    }
  }

  @Test
  void a_clock_apart_from_that_of_the_files_is_told_with_the_distance() {
    clock.advance(Duration.ofHours(1));
    assertThat(of(diagnose(), "file-time").get(0).what())
        .startsWith("files in " + directory + " are stamped 3")
        .endsWith(" s behind this machine's clock");
    clock.set(clock.now().minus(Duration.ofHours(2)));
    Finding ahead = of(diagnose(), "file-time").get(0);
    assertThat(ahead.what()).endsWith(" s ahead of this machine's clock");
    assertThat(ahead.level()).isEqualTo(Level.WARNING);
  }

  @Test
  void a_disk_that_cannot_be_written_is_an_error_and_hides_nothing_else() {
    Disk full =
        new FailingDisk() {
          @Override
          public void write(Path file, byte[] bytes) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    List<Finding> findings =
        diagnose(new ManualScheduler(clock, ManualScheduler.Pauses.PASS_TIME), full);
    Finding failed = of(findings, "file-time").get(0);
    assertThat(failed.level()).isEqualTo(Level.ERROR);
    assertThat(failed.what()).endsWith("No space left on device");
    assertThat(failed.remedy())
        .hasValueSatisfying(r -> assertThat(r).startsWith("Free some space"));
    assertThat(of(findings, "entries")).extracting(Finding::level).containsExactly(Level.OK);
  }

  @Test
  void what_does_not_belong_there_is_told_with_the_command_that_moves_it_away() throws IOException {
    for (int i = 10; i < 22; i++) {
      Files.createFile(directory.resolve("odd " + i));
    }
    List<Finding> entries = of(diagnose(), "entries");
    assertThat(entries).hasSize(12);
    Path first = directory.resolve("odd 10");
    assertThat(entries.get(1))
        .isEqualTo(
            Finding.warning(
                "entries",
                first + " is nothing of prlease's",
                "If another program keeps its files there, give the leases a directory of their own;"
                    + " if nobody needs it, move it away: mv -- '"
                    + first
                    + "' ~/"));
    assertThat(entries.get(11).what()).isEqualTo("2 more entries are nothing of prlease's");
  }

  @Test
  void what_prlease_and_older_programs_keep_beside_leases_is_not_told_to_be_moved_away()
      throws IOException {
    for (String name :
        List.of(
            "audit.jsonl",
            "audit.1.jsonl",
            "audit.42.jsonl",
            "audit.jsonl.lock",
            "audit.jsonl.next",
            "config.properties",
            ".tmpAb3dEf")) {
      Files.createFile(directory.resolve(name));
    }
    Files.createDirectory(directory.resolve("leases"));
    Files.createDirectory(directory.resolve("plugins"));
    assertThat(of(diagnose(), "entries"))
        .containsExactly(Finding.ok("entries", "1 slot in " + directory));
    Files.createFile(directory.resolve("audit.old.jsonl"));
    assertThat(of(diagnose(), "entries")).hasSize(2);
  }

  @Test
  void what_dead_processes_left_behind_is_told_once_it_is_old() throws IOException {
    Files.createFile(directory.resolve(".prlease-1.tmp"));
    clock.advance(TemporaryFiles.AGE.multipliedBy(3));
    assertThat(of(diagnose(), "entries")).as("this machine's clock does not count").hasSize(1);
    assertThat(of(diagnose(passTime(), new LaterDisk()), "entries").get(1))
        .isEqualTo(
            Finding.warning(
                "entries",
                "1 temporary file was left behind by processes that died",
                "Remove them: prlease gc"));
  }

  @Test
  void the_kernels_table_is_read_by_its_words() throws IOException {
    Path proc = temp.resolve("proc");
    Files.createDirectories(proc.resolve("4711"));
    Files.writeString(proc.resolve("4711/comm"), "prlease\n");
    Files.writeString(
        proc.resolve("locks"),
        """
        1: POSIX  ADVISORY  WRITE 4711 fe:00:12 0 EOF
        1: -> POSIX  ADVISORY  WRITE 4712 fe:00:12 0 EOF
        2: FLOCK  ADVISORY  WRITE 4713 fe:00:13 0 EOF
        3: POSIX  ADVISORY  READ 4714 fe:00:14 0 EOF
        4: OFDLCK ADVISORY  WRITE -1 fe:00:15 0 EOF
        5: POSIX  ADVISORY  WRITE 0 103:0a:16 0 EOF
        nonsense
        """);
    KernelLocks locks = new KernelLocks(proc);
    Map<String, KernelLocks.Lock> read = locks.read().orElseThrow();
    assertThat(read)
        .isEqualTo(
            Map.of(
                "fe:00:12", new KernelLocks.Lock("fe:00:12", 4711),
                "103:0a:16", new KernelLocks.Lock("103:0a:16", 0)));
    assertThat(locks.who(new KernelLocks.Lock("fe:00:12", 4711)))
        .isEqualTo("process 4711 (prlease)");
    assertThat(locks.who(new KernelLocks.Lock("103:0a:16", 0)))
        .isEqualTo("a process of another container or machine");
    assertThat(new KernelLocks(temp.resolve("none")).read()).isEmpty();
    assertThat(KernelLocks.id(new Entry(0100600, 0xfe00, 12, 0, 0, 0))).isEqualTo("fe:00:12");
    assertThat(KernelLocks.id(new Entry(0100600, 0x1030aL, 16, 0, 0, 0))).isEqualTo("103:0a:16");
  }
}

package dev.prlease.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Fence;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.SessionId;
import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The audit is put aside when it is full, and no line is lost, torn or told twice by that. */
class AuditRotationTest {
  /** An event here is about 180 bytes. */
  private static final long SMALL = 4_096;

  private final Path home;
  private final AuditLog log;
  private final AuditFiles files;

  AuditRotationTest(@TempDir(factory = InMemory.class) Path temp) throws IOException {
    home = Files.createDirectory(temp.resolve("home"), OwnedFile.OWNER_ONLY_DIRECTORY);
    log = AuditLog.at(home.resolve("audit.jsonl"));
    files = new AuditFiles(log.file());
  }

  private AuditSink sink(int keep) {
    return sink(keep, Disk.REAL);
  }

  private AuditSink sink(int keep, Disk disk) {
    try {
      return new JsonLinesAuditSink(home, CurrentUser.find(), new AuditLimits(SMALL, keep), disk);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AuditEvent event(int number) {
    return new AuditEvent(
        AuditEvent.Type.RENEWED,
        Records.TIME.plusSeconds(number),
        Records.KEY,
        new SessionId("s" + number),
        new Fence(7),
        Optional.empty(),
        Map.of("ttl_secs", "900"));
  }

  private static void record(AuditSink sink, int from, int to) {
    IntStream.rangeClosed(from, to).forEach(number -> sink.record(event(number)));
  }

  private static String told(AuditLog.Line line) {
    return line instanceof AuditLog.Line.Event event
        ? event.event().session().value()
        : line.toString();
  }

  private List<String> told() {
    try (Stream<AuditLog.Line> lines = log.lines()) {
      return lines.map(AuditRotationTest::told).toList();
    }
  }

  private static List<String> sessions(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(number -> "s" + number).toList();
  }

  private static List<String> drain(AuditTail tail) {
    List<String> told = new ArrayList<>();
    for (Optional<AuditLog.Line> line = tail.next(); line.isPresent(); line = tail.next()) {
      told.add(told(line.get()));
    }
    return told;
  }

  @Test
  void a_full_log_is_put_aside_and_all_of_it_is_read_in_order() throws IOException {
    record(sink(10), 1, 100);
    assertThat(files.numbers()).hasSizeBetween(3, 6).startsWith(1L, 2L, 3L);
    assertThat(told()).isEqualTo(sessions(1, 100));
    for (long number : files.numbers()) {
      Path file = files.rotated(number);
      assertThat(Files.size(file)).isBetween(SMALL, SMALL + 400);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.current())))
        .isEqualTo("rw-------");
    assertThat(files.next()).doesNotExist();
  }

  @Test
  void a_line_is_told_with_the_file_that_it_stands_in() {
    record(sink(10), 1, 40);
    try (Stream<AuditLog.Line> lines = log.lines()) {
      assertThat(lines.map(line -> line.file() + " " + line.number()))
          .startsWith(files.rotated(1) + " 2", files.rotated(1) + " 4")
          .contains(files.current() + " 2")
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void the_oldest_are_removed_and_numbers_are_never_given_twice() throws IOException {
    record(sink(2), 1, 200);
    assertThat(files.numbers()).hasSize(2);
    long newest = files.numbers().get(1);
    assertThat(newest).isGreaterThan(5);
    List<String> told = told();
    assertThat(told).isEqualTo(sessions(201 - told.size(), 200));
    record(sink(5), 201, 300);
    assertThat(files.numbers()).hasSize(5).contains(newest + 1);
  }

  @Test
  void without_a_limit_nothing_is_put_aside() throws IOException {
    Files.writeString(home.resolve("config.properties"), "audit.max-bytes = 0");
    try (AuditSink sink =
        new JsonLinesAuditSinkProvider()
            .open(new AuditContext(Map.of("PRLEASE_HOME", home.toString())))) {
      Files.write(files.current(), new byte[20 << 20]);
      Files.setPosixFilePermissions(files.current(), PosixFilePermissions.fromString("rw-------"));
      sink.record(event(1));
    }
    assertThat(files.numbers()).isEmpty();
  }

  @Test
  void by_default_ten_files_of_10_MiB_are_kept() throws IOException {
    AuditSink sink =
        new JsonLinesAuditSinkProvider()
            .open(new AuditContext(Map.of("PRLEASE_HOME", home.toString())));
    for (int i = 1; i <= 12; i++) {
      sink.record(event(i));
      // A hole takes no room on the disk.
      try (RandomAccessFile file = new RandomAccessFile(files.current().toFile(), "rw")) {
        file.setLength(10 << 20);
      }
    }
    assertThat(files.numbers()).containsExactly(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
  }

  @Test
  void the_config_file_says_how_much_is_kept() throws IOException {
    Files.writeString(home.resolve("config.properties"), "audit.max-bytes=4KiB\naudit.keep=2");
    record(
        new JsonLinesAuditSinkProvider()
            .open(new AuditContext(Map.of("PRLEASE_HOME", home.toString()))),
        1,
        200);
    assertThat(files.numbers()).hasSize(2);
    Files.writeString(home.resolve("config.properties"), "audit.keep=none");
    assertThatThrownBy(
            () ->
                new JsonLinesAuditSinkProvider()
                    .open(new AuditContext(Map.of("PRLEASE_HOME", home.toString()))))
        .isInstanceOf(LeaseConfigurationException.class);
  }

  @Test
  void who_has_the_old_file_open_writes_to_it_and_nothing_is_lost() throws IOException {
    AuditSink other = sink(10);
    record(other, 1, 30);
    AuditSink late =
        sink(
            10,
            new FailingDisk() {
              @Override
              void write(Appender end, byte[] bytes) throws IOException {
                // Others fill and rotate it after our last look.
                record(other, 31, 60);
                end.write(bytes);
              }
            });
    late.record(event(99));
    List<String> expected = new ArrayList<>(sessions(1, 60));
    expected.add("s99");
    assertThat(told()).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void who_was_stopped_until_its_file_was_removed_writes_again() throws IOException {
    AuditSink other = sink(1);
    record(other, 1, 5);
    boolean[] wasStopped = {false};
    AuditSink late =
        sink(
            1,
            new FailingDisk() {
              @Override
              void write(Appender end, byte[] bytes) throws IOException {
                if (!wasStopped[0]) {
                  wasStopped[0] = true;
                  record(other, 6, 100);
                }
                end.write(bytes);
              }
            });
    late.record(event(999));
    assertThat(told()).containsOnlyOnce("s999").last().isEqualTo("s999");
  }

  @Test
  void what_was_opened_after_a_rotation_is_known_as_the_new_file() throws IOException {
    AuditSink other = sink(1);
    record(other, 1, 5);
    boolean[] wasStopped = {false};
    AuditSink late =
        sink(
            1,
            new FailingDisk() {
              @Override
              public Appender appender(Path file) throws IOException {
                if (!wasStopped[0]) {
                  wasStopped[0] = true;
                  record(other, 6, 60);
                }
                return super.appender(file);
              }
            });
    late.record(event(999));
    assertThat(told()).containsOnlyOnce("s999").last().isEqualTo("s999");
  }

  /** Where a process dies while it rotates. */
  enum Death {
    BEFORE_THE_LINK {
      @Override
      void happen(AuditFiles files) throws IOException {
        Files.createFile(files.next());
      }
    },
    AFTER_THE_LINK {
      @Override
      void happen(AuditFiles files) throws IOException {
        Files.createLink(files.rotated(1), files.current());
      }
    },
    AFTER_THE_NEXT_FILE_WAS_MADE {
      @Override
      void happen(AuditFiles files) throws IOException {
        AFTER_THE_LINK.happen(files);
        Files.createFile(files.next());
      }
    },
    BEFORE_OLD_ONES_WERE_REMOVED {
      @Override
      void happen(AuditFiles files) throws IOException {
        AFTER_THE_NEXT_FILE_WAS_MADE.happen(files);
        Files.move(files.next(), files.current(), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        Files.setPosixFilePermissions(
            files.current(), PosixFilePermissions.fromString("rw-------"));
      }
    };

    abstract void happen(AuditFiles files) throws IOException;
  }

  @ParameterizedTest
  @EnumSource(Death.class)
  void a_process_that_dies_while_it_rotates_costs_no_line_and_doubles_none(Death death)
      throws IOException {
    record(sink(10), 1, 20);
    try (AuditTail tail = log.tail(Optional.empty())) {
      assertThat(drain(tail)).isEqualTo(sessions(1, 20));
      death.happen(files);
      assertThat(told()).isEqualTo(sessions(1, 20));
      assertThat(drain(tail)).isEmpty();
      record(sink(10), 21, 25);
      assertThat(told()).isEqualTo(sessions(1, 25));
      assertThat(drain(tail)).isEqualTo(sessions(21, 25));
      record(sink(10), 26, 100);
      assertThat(told()).isEqualTo(sessions(1, 100));
      assertThat(drain(tail)).isEqualTo(sessions(26, 100));
    }
    assertThat(files.numbers()).contains(1L, 2L, 3L);
  }

  @Test
  void who_finds_that_somebody_else_rotated_it_leaves_the_new_file_alone() throws IOException {
    record(sink(10), 1, 30);
    Entry full = Entry.at(files.rotated(1)).orElseThrow();
    AuditRotation rotation = new AuditRotation(files, new AuditLimits(SMALL, 10), Disk.REAL);
    try (InterruptShield shield = new InterruptShield()) {
      assertThat(rotation.tryRotate(Entry.at(home).orElseThrow(), full, shield)).isTrue();
    }
    rotation.close();
    assertThat(files.numbers()).containsExactly(1L);
    assertThat(told()).isEqualTo(sessions(1, 30));
  }

  @Test
  void a_reader_that_follows_beside_a_writer_sees_each_line_once_and_in_order()
      throws InterruptedException {
    int events = 2_000;
    AuditSink sink = sink(1_000);
    Thread writer = new Thread(() -> record(sink, 1, events));
    writer.start();
    List<String> told = new ArrayList<>();
    try (AuditTail tail = log.tail(Optional.empty())) {
      while (writer.isAlive()) {
        told.addAll(drain(tail));
      }
      writer.join();
      told.addAll(drain(tail));
    }
    assertThat(told).isEqualTo(sessions(1, events));
  }

  @Test
  void where_there_are_no_hard_links_it_is_renamed() throws IOException {
    Disk simple =
        new FailingDisk() {
          @Override
          public void link(Path file, Path name) throws IOException {
            throw new FileSystemException(name.toString(), file.toString(), "not permitted");
          }
        };
    record(sink(10, simple), 1, 100);
    assertThat(told()).isEqualTo(sessions(1, 100));
    assertThat(files.numbers()).contains(1L, 2L, 3L);
  }

  @Test
  void a_rotation_that_is_not_possible_keeps_no_event_from_being_written() throws IOException {
    Files.createDirectory(files.lock());
    record(sink(10), 1, 60);
    assertThat(told()).isEqualTo(sessions(1, 60));
    assertThat(files.numbers()).isEmpty();
    Files.delete(files.lock());
    record(sink(10), 61, 62);
    assertThat(files.numbers()).containsExactly(1L);
    assertThat(told()).isEqualTo(sessions(1, 62));
  }

  @Test
  void what_has_the_next_number_already_is_not_replaced() throws IOException {
    record(sink(10), 1, 60);
    long newest = files.numbers().get(files.numbers().size() - 1);
    Files.writeString(files.rotated(newest + 7), "\nnot of the audit\n");
    record(sink(10), 61, 120);
    assertThat(Files.readString(files.rotated(newest + 7))).isEqualTo("\nnot of the audit\n");
    assertThat(files.numbers()).contains(newest + 8);
  }

  @Test
  void a_file_that_has_a_far_number_of_its_own_costs_none_of_those_that_are_kept()
      throws IOException {
    record(sink(5), 1, 60);
    assertThat(files.numbers()).containsExactly(1L, 2L);
    Files.writeString(home.resolve("audit.2026.jsonl"), "\nsomebody's copy\n");
    record(sink(5), 61, 85);
    assertThat(files.numbers()).containsExactly(1L, 2L, 2026L, 2027L);
    assertThat(told()).containsAll(sessions(1, 85));
    record(sink(3), 86, 110);
    assertThat(files.numbers()).as("the last by count").containsExactly(2026L, 2027L, 2028L);
  }

  @Test
  void where_a_file_was_moved_away_as_many_as_before_are_kept() throws IOException {
    record(sink(10), 1, 110);
    assertThat(files.numbers()).containsExactly(1L, 2L, 3L, 4L);
    Files.move(files.rotated(3), home.resolve("elsewhere"));
    record(sink(3), 111, 130);
    assertThat(files.numbers()).containsExactly(2L, 4L, 5L);
  }

  @Test
  void where_no_number_is_left_the_log_goes_on_and_nothing_is_removed() throws IOException {
    record(sink(3), 1, 60);
    Files.writeString(files.rotated(AuditFiles.GREATEST), "\nsomebody's copy\n");
    record(sink(3), 61, 120);
    assertThat(files.numbers()).containsExactly(1L, 2L, AuditFiles.GREATEST);
    assertThat(told()).containsAll(sessions(1, 120));
    Files.move(files.rotated(AuditFiles.GREATEST), home.resolve("elsewhere"));
    record(sink(3), 121, 121);
    assertThat(files.numbers()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void a_rotation_that_was_broken_off_is_ended_though_a_later_number_came_between()
      throws IOException {
    record(sink(10), 1, 22);
    Death.AFTER_THE_LINK.happen(files);
    Files.writeString(files.rotated(7), "");
    record(sink(10), 23, 60);
    assertThat(told()).filteredOn(line -> line.startsWith("s")).isEqualTo(sessions(1, 60));
    assertThat(files.numbers()).containsExactly(1L, 7L, 8L);
  }

  /** What keeps a link from being made and is no want of links in the file system. */
  enum Refusal {
    TAKEN {
      @Override
      FileSystemException thrown(String name) {
        return new FileAlreadyExistsException(name);
      }
    },
    DENIED {
      @Override
      FileSystemException thrown(String name) {
        return new AccessDeniedException(name);
      }
    };

    abstract FileSystemException thrown(String name);
  }

  @ParameterizedTest
  @EnumSource(Refusal.class)
  void an_error_that_does_not_say_that_there_are_no_links_leaves_the_log_where_it_is(
      Refusal refusal) throws IOException {
    Disk refusing =
        new FailingDisk() {
          @Override
          public void link(Path file, Path name) throws IOException {
            throw refusal.thrown(name.toString());
          }
        };
    record(sink(10, refusing), 1, 60);
    assertThat(files.numbers()).isEmpty();
    assertThat(told()).isEqualTo(sessions(1, 60));
  }

  @Test
  void a_reader_that_follows_sees_each_line_once_across_rotations() throws IOException {
    AuditSink sink = sink(100);
    try (AuditTail tail = log.tail(Optional.empty())) {
      assertThat(drain(tail)).isEmpty();
      int next = 1;
      for (int burst : new int[] {1, 3, 40, 0, 1, 70, 20, 5, 26, 1}) {
        record(sink, next, next + burst - 1);
        assertThat(drain(tail)).isEqualTo(sessions(next, next + burst - 1));
        next += burst;
      }
      assertThat(drain(tail)).isEmpty();
    }
  }

  @Test
  void a_reader_that_follows_sees_what_is_written_late_to_the_file_before() throws IOException {
    AuditSink other = sink(100);
    record(other, 1, 22);
    try (AuditTail tail = log.tail(Optional.empty());
        Disk.Appender late = Disk.REAL.appender(files.current())) {
      assertThat(drain(tail)).hasSize(22);
      record(other, 23, 40);
      assertThat(drain(tail)).hasSize(18);
      late.write("\nlate\n".getBytes(UTF_8));
      assertThat(drain(tail))
          .singleElement()
          .asString()
          .contains(files.rotated(1).toString())
          .startsWith("Undecodable");
    }
  }

  @Test
  void a_reader_that_is_too_slow_is_told_which_files_it_missed() throws IOException {
    AuditSink sink = sink(2);
    record(sink, 1, 5);
    try (AuditTail tail = log.tail(Optional.empty())) {
      assertThat(drain(tail)).hasSize(5);
      record(sink, 6, 200);
      List<String> told = drain(tail);
      long first = files.numbers().get(0);
      assertThat(told)
          .filteredOn(line -> line.startsWith("Missing"))
          .containsExactly(new AuditLog.Line.Missing(files.rotated(2), first - 2).toString());
      assertThat(told).last().isEqualTo("s200");
    }
  }

  @Test
  void a_reader_goes_on_after_the_log_was_moved_away_or_all_that_is_old_was_removed()
      throws IOException {
    AuditSink sink = sink(10);
    record(sink, 1, 50);
    try (AuditTail tail = log.tail(Optional.empty())) {
      assertThat(drain(tail)).isEqualTo(sessions(1, 50));
      Files.move(files.current(), home.resolve("elsewhere"));
      record(sink, 51, 55);
      assertThat(drain(tail)).isEqualTo(sessions(51, 55));
      for (long number : files.numbers()) {
        Files.delete(files.rotated(number));
      }
      record(sink, 56, 100);
      assertThat(drain(tail)).isEqualTo(sessions(56, 100));
    }
  }

  @Test
  void torn_lines_stay_where_they_are_and_are_told_once() throws IOException {
    AuditSink sink = sink(10);
    record(sink, 1, 30);
    try (AuditTail tail = log.tail(Optional.empty())) {
      assertThat(drain(tail)).hasSize(30);
      Files.writeString(files.current(), "\n{\"at\":", StandardOpenOption.APPEND);
      assertThat(drain(tail)).isEmpty();
      assertThat(tail.stalled()).as("it may be being written").isEmpty();
      assertThat(tail.stalled()).as("nobody writes it").isPresent();
      assertThat(tail.stalled()).as("told once").isEmpty();
      record(sink, 31, 31);
      assertThat(drain(tail)).isEqualTo(sessions(31, 31));
      Files.writeString(files.current(), "\n{\"torn\":", StandardOpenOption.APPEND);
      assertThat(tail.stalled()).isEmpty();
      record(sink, 32, 32);
      assertThat(drain(tail))
          .hasSize(2)
          .satisfiesExactly(
              line -> assertThat(line).startsWith("Undecodable"),
              line -> assertThat(line).isEqualTo("s32"));
      Files.write(files.current(), new byte[(int) SMALL], StandardOpenOption.APPEND);
      record(sink, 33, 33);
      assertThat(drain(tail))
          .hasSize(2)
          .satisfiesExactly(
              line -> assertThat(line).startsWith("Torn").contains(files.rotated(2).toString()),
              line -> assertThat(line).isEqualTo("s33"));
      Files.writeString(files.rotated(2), "\n", StandardOpenOption.APPEND);
      assertThat(drain(tail)).as("told already").isEmpty();
    }
    assertThat(told().stream().filter(line -> !line.startsWith("s"))).hasSize(3);
  }

  @Test
  void a_line_whose_end_comes_late_is_an_event_also_if_it_was_told_of_as_torn() throws IOException {
    AuditSink sink = sink(10);
    record(sink, 1, 2);
    byte[] all = Files.readAllBytes(files.current());
    Files.write(files.current(), java.util.Arrays.copyOf(all, all.length - 1));
    try (AuditTail tail = log.tail(Optional.empty())) {
      assertThat(drain(tail)).isEqualTo(sessions(1, 1));
      assertThat(tail.stalled()).isEmpty();
      assertThat(tail.stalled()).isPresent();
      Files.writeString(files.current(), "\n", StandardOpenOption.APPEND);
      assertThat(drain(tail)).isEqualTo(sessions(2, 2));
    }
  }

  @Test
  void files_that_are_too_old_to_matter_are_not_opened() throws IOException {
    record(sink(10), 1, 100);
    List<Long> numbers = files.numbers();
    for (long number : numbers.subList(0, 2)) {
      Files.writeString(files.rotated(number), "not opened");
    }
    Files.setLastModifiedTime(files.rotated(1), FileTime.from(Records.TIME));
    Files.setLastModifiedTime(
        files.rotated(2), FileTime.from(Records.TIME.plus(Duration.ofHours(1))));
    Duration day = Duration.ofHours(24);
    try (Stream<AuditLog.Line> lines = log.lines(Records.TIME.plus(day))) {
      assertThat(lines.filter(AuditLog.Line.Torn.class::isInstance)).hasSize(2);
    }
    try (Stream<AuditLog.Line> lines = log.lines(Records.TIME.plus(day).plusSeconds(1))) {
      assertThat(lines.filter(AuditLog.Line.Torn.class::isInstance)).hasSize(1);
    }
    try (Stream<AuditLog.Line> lines =
        log.lines(Records.TIME.plus(day).plus(Duration.ofHours(2)))) {
      assertThat(lines.map(AuditRotationTest::told))
          .isNotEmpty()
          .allMatch(line -> line.startsWith("s"));
    }
  }

  @Test
  void other_names_are_none_of_the_logs() throws IOException {
    for (String name :
        List.of(
            "audit..jsonl",
            "audit.x.jsonl",
            "audit.01.jsonl",
            "audit.-1.jsonl",
            "audit.1.jsonl.gz",
            "audit.1234567890.jsonl",
            "audit.999999999999999999.jsonl",
            "audit.\u0661.jsonl",
            "xaudit.1.jsonl")) {
      Files.writeString(home.resolve(name), "other");
    }
    assertThat(files.numbers()).isEmpty();
    record(sink(1), 1, 100);
    assertThat(files.numbers()).hasSize(1);
    assertThat(home.resolve("audit.1.jsonl.gz")).hasContent("other");
  }
}

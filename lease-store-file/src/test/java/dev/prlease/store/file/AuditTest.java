package dev.prlease.store.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.Fence;
import dev.prlease.api.GrantId;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.api.LeaseStoreException;
import dev.prlease.api.SessionId;
import dev.prlease.spi.AuditContext;
import dev.prlease.spi.AuditEvent;
import dev.prlease.spi.AuditSink;
import dev.prlease.spi.AuditSinkProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTest {
  private final Map<String, String> environment;
  private final Path home;
  private final Path file;
  private final AuditSink sink;

  AuditTest(@TempDir Path temp) {
    environment = Map.of("HOME", temp.toString());
    home = temp.resolve(".prlease");
    file = home.resolve("audit.jsonl");
    sink = new JsonLinesAuditSinkProvider().open(new AuditContext(environment));
  }

  private static AuditEvent event(String session) {
    return new AuditEvent(
        AuditEvent.Type.ACQUIRED,
        Records.TIME,
        Records.KEY,
        new SessionId(session),
        new Fence(7),
        Optional.of(new GrantId("g")),
        Map.of("ttl", "900s"));
  }

  private List<AuditLog.Line> lines() {
    try (Stream<AuditLog.Line> lines = AuditLog.of(environment).lines()) {
      return lines.toList();
    }
  }

  @Test
  void the_service_loader_finds_the_sink() {
    assertThat(ServiceLoader.load(AuditSinkProvider.class))
        .extracting(AuditSinkProvider::id)
        .contains("jsonl");
  }

  @Test
  void an_event_is_a_line_in_a_file_of_its_owner_only() throws IOException {
    sink.record(event("a"));
    sink.record(event("b"));
    assertThat(sink.durability()).isEqualTo(AuditSink.Durability.DURABLE);
    assertThat(Files.readAllLines(file))
        .filteredOn(line -> !line.isEmpty())
        .hasSize(2)
        .allMatch(line -> line.startsWith("{\"at\":"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(lines())
        .containsExactly(
            new AuditLog.Line.Event(file, 2, event("a")),
            new AuditLog.Line.Event(file, 4, event("b")));
  }

  @Test
  void a_torn_line_is_told_and_the_next_event_starts_on_its_own() throws IOException {
    sink.record(event("a"));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOfRange(bytes, 1, 41), StandardOpenOption.APPEND);
    assertThat(lines())
        .containsExactly(
            new AuditLog.Line.Event(file, 2, event("a")), new AuditLog.Line.Torn(file, 3, 40));
    sink.record(event("b"));
    assertThat(lines()).hasSize(3).last().isEqualTo(new AuditLog.Line.Event(file, 4, event("b")));
    assertThat(lines().get(1)).isInstanceOf(AuditLog.Line.Undecodable.class);
  }

  @Test
  void what_is_no_event_is_told_with_its_line_and_the_rest_is_read() throws IOException {
    sink.record(event("a"));
    String junk = "hello\n\n{\"at\":1}\n\u0000\n" + "x".repeat(TextLines.MAX_BYTES + 1) + "\n";
    Files.write(file, junk.getBytes(UTF_8), StandardOpenOption.APPEND);
    Files.write(file, new byte[] {(byte) 0xff, '\n'}, StandardOpenOption.APPEND);
    sink.record(event("b"));
    List<AuditLog.Line> lines = lines();
    assertThat(lines)
        .extracting(AuditLog.Line::number)
        .containsExactly(2L, 3L, 5L, 6L, 7L, 8L, 10L);
    assertThat(lines.subList(1, 6)).allMatch(AuditLog.Line.Undecodable.class::isInstance);
    assertThat(lines.get(4).toString()).contains("longer than 1048576 bytes");
    assertThat(lines.get(5).toString()).contains("not UTF-8");
    assertThat(lines.get(6)).isEqualTo(new AuditLog.Line.Event(file, 10, event("b")));
  }

  @Test
  void a_log_that_is_not_there_has_no_lines() {
    assertThat(lines()).isEmpty();
  }

  @Test
  void a_log_may_be_moved_away_between_events() throws IOException {
    sink.record(event("a"));
    Files.move(file, file.resolveSibling("old"));
    sink.record(event("b"));
    assertThat(lines()).containsExactly(new AuditLog.Line.Event(file, 2, event("b")));
  }

  @Test
  void a_file_that_others_may_write_is_refused_and_not_re_moded() throws IOException {
    sink.record(event("a"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
    assertThatThrownBy(() -> sink.record(event("b")))
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            e -> assertThat(e.nextStep()).isEqualTo("Keep others out: chmod 600 " + file));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-rw----");
    assertThat(lines()).hasSize(1);
  }

  @Test
  void a_link_or_FIFO_or_directory_is_refused_and_not_opened() throws Exception {
    Files.createDirectories(home);
    for (Odd odd : Odd.values()) {
      odd.makeAt(file);
      assertThatThrownBy(() -> sink.record(event("a")))
          .as(odd.name())
          .satisfies(AuditTest::isRefused);
      assertThatThrownBy(this::lines).as("reading " + odd).satisfies(AuditTest::isRefused);
      Files.delete(file);
    }
  }

  private static void isRefused(Throwable error) {
    assertThat(error)
        .isInstanceOf(LeaseStoreException.class)
        .hasMessageContaining("not a regular file, and was not opened");
    assertThat(((LeaseStoreException) error).nextStep())
        .endsWith("no event is written down while it stands there.");
  }

  @Test
  void a_full_disk_is_told_and_tears_at_most_its_own_line() {
    Disk full =
        new FailingDisk() {
          @Override
          void write(Appender end, byte[] bytes) throws IOException {
            end.write(java.util.Arrays.copyOf(bytes, 10));
            throw new IOException("No space left on device");
          }
        };
    sink.record(event("a"));
    AuditSink failing =
        new JsonLinesAuditSink(home, new CurrentUser(uid()), AuditLimits.DEFAULT, full);
    assertThatThrownBy(() -> failing.record(event("b")))
        .isInstanceOfSatisfying(
            LeaseStoreException.class,
            e -> assertThat(e.nextStep()).startsWith("Free some space for"))
        .hasMessageEndingWith("could not append to " + file + ": No space left on device");
    sink.record(event("c"));
    assertThat(lines()).hasSize(3).last().isEqualTo(new AuditLog.Line.Event(file, 5, event("c")));
  }

  @Test
  void an_event_is_on_its_own_line_even_if_another_process_tears_one_right_before_it()
      throws IOException {
    Disk torn =
        new FailingDisk() {
          @Override
          void write(Appender end, byte[] bytes) throws IOException {
            // As if another process had died in its write after all our looks.
            Files.write(file, "{\"at\":\"20".getBytes(UTF_8), StandardOpenOption.APPEND);
            end.write(bytes);
          }
        };
    AuditSink unlucky =
        new JsonLinesAuditSink(home, new CurrentUser(uid()), AuditLimits.DEFAULT, torn);
    unlucky.record(event("a"));
    unlucky.record(event("b"));
    assertThat(lines())
        .filteredOn(AuditLog.Line.Event.class::isInstance)
        .extracting(line -> ((AuditLog.Line.Event) line).event())
        .containsExactly(event("a"), event("b"));
    assertThat(lines()).filteredOn(AuditLog.Line.Undecodable.class::isInstance).hasSize(2);
  }

  @Test
  void an_event_that_nobody_could_read_back_is_refused() throws IOException {
    sink.record(event("a"));
    assertThatThrownBy(() -> sink.record(event("x".repeat(TextLines.MAX_BYTES))))
        .isInstanceOf(LeaseStoreException.class)
        .hasMessageContaining("more than 1048576 are not read");
    assertThat(lines()).hasSize(1);
  }

  @Test
  void a_home_that_others_may_write_is_refused() throws IOException {
    sink.record(event("a"));
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> sink.record(event("b")))
        .isInstanceOf(LeaseStoreException.class)
        .hasMessage(home + " may be written by other users");
    assertThat(lines()).hasSize(1);
  }

  private static int uid() {
    try {
      return CurrentUser.find().uid();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void an_interrupt_neither_tears_a_line_nor_is_lost() {
    Thread.currentThread().interrupt();
    sink.record(event("a"));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(lines()).containsExactly(new AuditLog.Line.Event(file, 2, event("a")));
  }

  @Test
  void lines_of_many_threads_are_all_there_and_whole() throws InterruptedException {
    int threads = 8;
    int each = 20;
    List<Thread> running = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      String session = "thread-" + t;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  sink.record(event(session));
                }
              });
      running.add(thread);
      thread.start();
    }
    for (Thread thread : running) {
      thread.join();
    }
    assertThat(lines()).hasSize(threads * each).allMatch(AuditLog.Line.Event.class::isInstance);
  }

  @Test
  void without_a_home_there_is_no_log() {
    assertThatThrownBy(
            () -> new JsonLinesAuditSinkProvider().open(new AuditContext(Map.of("PATH", "/bin"))))
        .isInstanceOf(LeaseConfigurationException.class);
  }
}

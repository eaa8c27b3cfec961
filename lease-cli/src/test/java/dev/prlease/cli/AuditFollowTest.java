package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.Processing.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The audit goes on while it is looked at, and in more files than one. */
class AuditFollowTest {
  @TempDir Path top = Path.of("");
  private Desktop desktop = new Desktop(Path.of(""));

  @BeforeEach
  void beginAStory() {
    desktop = new Desktop(top);
    desktop.as("alpha", "acquire");
  }

  /** A pause of the command that follows, in which {@code event} happens. */
  private void then(Runnable event) {
    desktop.duringPauses.add(event);
  }

  private void thenASignalComes() {
    then(() -> Thread.currentThread().interrupt());
  }

  private Path log() {
    return desktop.home.resolve("audit.jsonl");
  }

  private void append(String text) {
    try {
      Files.writeString(log(), text, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void configure(String text) {
    Desktop.write(desktop.home.resolve("config.properties"), text);
  }

  /** Makes each event from now on the first of a file. */
  private void rotateAlways() {
    configure("audit.max-bytes = 4KiB");
    append("x".repeat(4096));
  }

  private static String[] types(Answer answer) {
    return answer
        .out()
        .lines()
        .filter(line -> line.contains("  "))
        .map(line -> line.split("  ", 3)[1])
        .toArray(String[]::new);
  }

  @Test
  void it_tells_what_was_and_goes_on_until_a_signal_comes() {
    then(() -> desktop.as("beta", "acquire"));
    then(() -> {});
    then(() -> desktop.as("alpha", "release"));
    thenASignalComes();
    Answer answer = desktop.prlease("audit", "--follow");
    assertThat(answer.code()).isEqualTo(130);
    assertThat(types(answer)).containsExactly("acquired", "stood-down", "released");
    assertThat(answer.err()).isEmpty();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void it_tells_only_what_is_asked_for_an_object_a_line() {
    desktop.clock.advance(Duration.ofSeconds(1));
    then(() -> desktop.as("beta", "acquire"));
    then(() -> desktop.prlease("acquire", "--key", "acme/lib#7", "--session", "alpha"));
    then(() -> desktop.as("alpha", "release"));
    thenASignalComes();
    Answer answer =
        desktop.prlease(
            "audit",
            "--follow",
            "--since",
            "0",
            "--session",
            "alpha",
            "--key",
            "acme/app#42",
            "--json");
    assertThat(answer.code()).isEqualTo(130);
    assertThat(answer.out().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("{\"at\":\"")
                    .contains("\"event\":\"stood-down\"", "\"session\":\"beta\"")
                    .endsWith("}"),
            line ->
                assertThat(line)
                    .startsWith("{\"at\":\"")
                    .contains("\"event\":\"released\"", "\"session\":\"alpha\"")
                    .endsWith("}"));
  }

  @Test
  void each_event_is_written_out_at_once() {
    StringBuilder seen = new StringBuilder();
    desktop.whenAnswering = () -> seen.append("first");
    then(() -> assertThat(seen).hasToString("first"));
    then(
        () -> {
          desktop.as("alpha", "release");
          desktop.whenAnswering = () -> seen.append(" second");
        });
    then(() -> assertThat(seen).hasToString("first second"));
    thenASignalComes();
    assertThat(desktop.prlease("audit", "--follow").code()).isEqualTo(130);
    assertThat(seen).hasToString("first second");
  }

  @Test
  void it_goes_on_across_rotations() {
    rotateAlways();
    then(() -> desktop.as("beta", "acquire"));
    then(
        () -> {
          append("y".repeat(4096));
          desktop.as("gamma", "acquire");
          append("z".repeat(4096));
          desktop.as("alpha", "release");
        });
    thenASignalComes();
    Answer answer = desktop.prlease("audit", "--follow");
    assertThat(types(answer)).containsExactly("acquired", "stood-down", "stood-down", "released");
    assertThat(desktop.home.resolve("audit.3.jsonl")).exists();
    assertThat(desktop.prlease("audit").out()).isEqualTo(answer.out());
  }

  @Test
  void a_torn_line_is_told_with_its_file_once_nobody_writes_it_and_only_once() {
    then(() -> append("\n{\"at\":\"2026"));
    then(() -> {});
    then(() -> assertThat(desktop.as("alpha", "renew").code()).isZero());
    then(() -> {});
    thenASignalComes();
    Answer answer = desktop.prlease("audit", "--follow");
    assertThat(types(answer)).containsExactly("acquired", "renewed");
    assertThat(answer.err())
        .isEqualTo("prlease audit: " + log() + " line 4: the last line has no end\n");
    Answer later = desktop.prlease("audit");
    assertThat(later.code()).as("it stays there: no exit code for that").isZero();
    assertThat(later.err()).startsWith("prlease audit: " + log() + " line 4: ");
  }

  @Test
  void it_waits_for_a_log_that_is_not_there_yet() {
    Desktop other = new Desktop(top.resolve("other"));
    other.duringPauses.add(() -> {});
    other.duringPauses.add(() -> other.as("alpha", "acquire"));
    other.duringPauses.add(() -> Thread.currentThread().interrupt());
    Answer answer = other.prlease("audit", "--follow");
    assertThat(answer.code()).isEqualTo(130);
    assertThat(types(answer)).containsExactly("acquired");
  }

  @Test
  void since_leaves_files_alone_in_which_it_cannot_be() throws IOException {
    rotateAlways();
    desktop.clock.advance(Duration.ofDays(3));
    desktop.as("beta", "acquire");
    Path old = desktop.home.resolve("audit.1.jsonl");
    Files.setLastModifiedTime(old, FileTime.from(desktop.clock.now().minus(Duration.ofDays(2))));
    Files.delete(old.resolveSibling("audit.jsonl.lock"));
    assertThat(desktop.prlease("audit").err()).contains(old + " line 3: ");
    Answer answer = desktop.prlease("audit", "--since", "1h");
    assertThat(answer.err()).isEmpty();
    assertThat(types(answer)).containsExactly("reclaimed");
  }

  @Test
  void a_limit_that_is_none_stops_a_command_before_it_takes_anything() {
    configure("audit.keep = many");
    Answer answer = desktop.as("alpha", "release");
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err()).contains("audit.keep: 'many' is not a number from 1 to 1000");
    configure("");
    assertThat(desktop.as("alpha", "assert").code()).isZero();
  }

  @ParameterizedTest
  @Timeout(60)
  @CsvSource({"INT, 130", "TERM, 143"})
  void a_signal_ends_it(String signal, int code) throws Exception {
    Processing processing = new Processing(Files.createDirectory(top.resolve("real")));
    processing.here("acquire", "--key", "acme/app#42", "--session", "alpha");
    try (Running following = processing.prlease("audit", "--follow", "--json")) {
      assertThat(following.line()).contains("\"event\":\"acquired\"");
      processing.here("release", "--key", "acme/app#42", "--session", "alpha");
      assertThat(following.line()).contains("\"event\":\"released\"");
      following.signal(signal);
      Answer end = following.end();
      assertThat(end.code()).isEqualTo(code);
      assertThat(end.out()).isEmpty();
      assertThat(end.err()).isEmpty();
    }
  }

  @Test
  @Timeout(60)
  void it_ends_quietly_when_its_reader_has_gone() throws Exception {
    Processing processing = new Processing(Files.createDirectory(top.resolve("real")));
    processing.here("acquire", "--key", "acme/app#42", "--session", "alpha");
    try (Running following =
        processing.bash(
            Processing.shellFunction()
                + "prlease audit --follow | { read -r line; echo \"$line\"; exec <&-; echo gone; }"
                + "; echo ${PIPESTATUS[0]}")) {
      assertThat(following.line()).contains("acquired");
      assertThat(following.line()).isEqualTo("gone");
      processing.here("release", "--key", "acme/app#42", "--session", "alpha");
      assertThat(following.line()).isEqualTo("0");
    }
  }
}

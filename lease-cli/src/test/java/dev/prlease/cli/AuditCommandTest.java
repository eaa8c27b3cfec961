package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {
  @TempDir Path top = Path.of("");
  private Desktop desktop = new Desktop(Path.of(""));

  @BeforeEach
  void tellAStory() {
    desktop = new Desktop(top);
    desktop.as("alpha", "acquire");
    desktop.clock.advance(Duration.ofMinutes(1));
    desktop.as("beta", "acquire");
    desktop.clock.advance(Duration.ofMinutes(1));
    desktop.as("alpha", "renew");
    desktop.prlease("acquire", "--key", "acme/lib#7", "--session", "gamma");
    desktop.clock.advance(Duration.ofMinutes(1));
    desktop.as("op", "break", "--reason", "line one\nline two\u001b[31m");
    desktop.as("beta", "acquire");
    desktop.as("beta", "release");
  }

  @Test
  void the_story_is_told_oldest_first_one_line_an_event() {
    Answer answer = desktop.prlease("audit");
    assertThat(answer.code()).isZero();
    assertThat(answer.err()).isEmpty();
    assertThat(answer.out().lines().map(line -> line.split("  ", 3)[1]))
        .containsExactly(
            "acquired", "stood-down", "renewed", "acquired", "broken", "acquired", "released");
    assertThat(answer.out()).contains("reason=line one\\u000aline two\\u001b[31m");
  }

  @Test
  void it_can_be_told_from_a_time_on() {
    assertThat(desktop.prlease("audit", "--since", "1m").out().lines()).hasSize(5);
    assertThat(desktop.prlease("audit", "--since", "2026-07-26T20:44:42.123+02:00").out().lines())
        .hasSize(5);
    assertThat(desktop.prlease("audit", "--since", "0").out().lines()).hasSize(3);
  }

  @Test
  void it_can_be_told_of_one_key_or_one_session() {
    assertThat(desktop.prlease("audit", "--key", "ACME/lib#7").out().lines()).hasSize(1);
    assertThat(desktop.prlease("audit", "--session", "beta").out().lines()).hasSize(3);
    assertThat(desktop.prlease("audit", "--session", "alpha").out().lines())
        .as("what it did, and what befell it or others because of it")
        .hasSize(4);
  }

  @Test
  void json_is_an_array_with_an_object_on_each_line() {
    String out = desktop.prlease("audit", "--session", "op", "--json").out();
    assertThat(out.lines()).hasSize(3);
    assertThat(out)
        .startsWith(
            "[\n{\"at\":\"2026-07-26T18:45:42.123Z\",\"event\":\"broken\",\"key\":\"acme/app#42\",")
        .endsWith("}\n]\n")
        .doesNotContain("\u001b");
    assertThat(desktop.prlease("audit", "--session", "nobody", "--json"))
        .isEqualTo(new Answer(0, "[]\n", ""));
    assertThat(desktop.prlease("audit", "--session", "gamma", "--json").out())
        .as("as the other commands write it: the key as text, numbers as numbers")
        .contains("\"key\":\"acme/lib#7\",\"session\":\"gamma\",\"fence\":")
        .contains("\"ttl_secs\":900");
  }

  @Test
  void torn_and_strange_lines_are_named_and_hide_nothing() throws Exception {
    Path log = desktop.home.resolve("audit.jsonl");
    Files.write(
        log,
        "nonsense\n{\"at\":\"2026".getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.APPEND);
    Answer answer = desktop.prlease("audit");
    assertThat(answer.code()).isZero();
    assertThat(answer.out().lines()).hasSize(7);
    assertThat(answer.err().lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("prlease audit: " + log + " line "));
    assertThat(answer.err()).endsWith("line 16: the last line has no end\n");
    desktop.as("beta", "acquire");
    assertThat(desktop.prlease("audit").out().lines()).hasSize(8);
  }

  @Test
  void without_a_log_there_is_no_story() throws Exception {
    Desktop other = new Desktop(Files.createDirectory(top.resolve("other")));
    assertThat(other.prlease("audit"))
        .isEqualTo(new Answer(0, "", "no events in " + other.home.resolve("audit.jsonl") + "\n"));
    assertThat(desktop.prlease("audit", "--session", "nobody"))
        .isEqualTo(
            new Answer(0, "", "no such events in " + desktop.home.resolve("audit.jsonl") + "\n"));
  }

  @Test
  void an_audit_that_cannot_be_written_is_loud_and_changes_nothing() throws Exception {
    Path log = desktop.home.resolve("audit.jsonl");
    Files.delete(log);
    Files.createDirectory(log);
    Answer answer = desktop.as("beta", "acquire");
    assertThat(answer.code()).isZero();
    assertThat(desktop.as("beta", "assert").code()).isZero();
  }

  @Test
  void a_time_to_come_is_refused() {
    Answer answer = desktop.prlease("audit", "--since", "-1h");
    assertThat(answer.code()).isEqualTo(64);
    assertThat(answer.err()).contains("--since '-1h' is in the future");
  }
}

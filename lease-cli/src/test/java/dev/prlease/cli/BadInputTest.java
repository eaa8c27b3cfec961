package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The "Bad input": a clear line, the right exit code, nothing lost. */
class BadInputTest {
  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() {
    desktop = new Desktop(top);
  }

  private String record(String acquiredAt, String more) {
    return "{\"record\":{\"schema_version\":1,\"key\":{\"repo\":\"acme/app\",\"pr_number\":42},"
        + "\"owner_session_id\":\"alpha\",\"acquired_at\":\""
        + acquiredAt
        + "\","
        + more
        + "}}";
  }

  private Answer status(String... more) {
    return desktop.as("beta", "status", more);
  }

  @Test
  void no_HOME_is_a_clear_refusal() {
    desktop.environment.clear();
    Answer answer = desktop.as("alpha", "acquire");
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err()).contains("HOME").contains("PRLEASE_HOME");
  }

  @Test
  void an_unknown_store_scheme_lists_what_is_there() {
    Answer answer = desktop.as("alpha", "acquire", "--store", "redis:x");
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err()).contains("redis").contains("file, ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", ":x", "FILE:x"})
  void a_store_that_is_no_location_is_refused(String store) {
    assertThat(desktop.as("alpha", "acquire", "--store", store).code()).isEqualTo(78);
  }

  @Test
  void an_empty_store_is_refused_rather_than_replaced() {
    assertThat(desktop.as("alpha", "acquire", "--store", "").code()).isEqualTo(64);
    desktop.environment.put("PRLEASE_STORE", "");
    assertThat(desktop.as("alpha", "acquire").err()).contains("PRLEASE_STORE is empty");
    assertThat(desktop.as("alpha", "acquire").code()).isEqualTo(78);
  }

  @Test
  void a_directory_that_others_may_write_is_refused_with_the_command_that_mends_it()
      throws IOException {
    desktop.as("alpha", "acquire");
    Files.setPosixFilePermissions(
        desktop.record().getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
    Answer answer = status();
    assertThat(answer.code()).isEqualTo(74);
    assertThat(answer.err()).contains("chmod");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(desktop.record().getParent())))
        .isEqualTo("rwxrwxrwx");
  }

  @Test
  void a_home_that_is_a_file_is_refused() {
    Desktop.write(desktop.home, "a file");
    Answer answer = desktop.as("alpha", "acquire");
    assertThat(answer.code()).isEqualTo(74);
    assertThat(answer.err()).contains(desktop.home.toString());
  }

  @Test
  void a_symbolic_link_in_the_place_of_a_record_is_opened_by_nobody() throws IOException {
    desktop.as("alpha", "acquire");
    Path elsewhere = desktop.directory.resolve("elsewhere");
    Files.move(desktop.record(), elsewhere);
    Files.createSymbolicLink(desktop.record(), elsewhere);
    byte[] before = Files.readAllBytes(elsewhere);
    assertThat(desktop.as("beta", "acquire").code()).isEqualTo(74);
    assertThat(status().code()).isEqualTo(74);
    assertThat(Files.readAllBytes(elsewhere)).isEqualTo(before);
    assertThat(desktop.record()).isSymbolicLink();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "{}", "{\"record\": null}"})
  void a_record_that_says_nothing_is_free(String content) {
    desktop.plant(content);
    assertThat(status("--json").json("state")).isEqualTo("free");
    assertThat(desktop.as("beta", "acquire").code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"record\": {\"schema_version\": 1,",
        "not JSON",
        "{\"record\": 7}",
        "[]",
        "{\"record\":{\"schema_version\":2}}"
      })
  void an_unreadable_record_is_told_of_by_65_and_reclaimed_with_a_copy(String content)
      throws IOException {
    desktop.plant(content);
    checkUnreadable();
    assertThat(copies()).isEqualTo(1);
  }

  private void checkUnreadable() {
    assertThat(status("--json").json("state")).isEqualTo("unreadable");
    assertThat(status("--exit-code").code()).isEqualTo(65);
    Answer asserted = desktop.as("alpha", "assert");
    assertThat(asserted.code()).isEqualTo(65);
    assertThat(asserted.err().lines()).hasSize(2);
    Answer acquired = desktop.as("beta", "acquire", "--json");
    assertThat(acquired.code()).isZero();
    assertThat(acquired.json("origin")).isEqualTo("reclaimed");
  }

  private long copies() throws IOException {
    try (var kept = Files.list(desktop.home.resolve("leases/quarantine"))) {
      return kept.count();
    }
  }

  @Test
  void L3_bytes_that_are_not_UTF_8_are_unreadable() throws IOException {
    desktop.plant(new byte[] {'{', (byte) 0xff, (byte) 0xfe, '}'});
    checkUnreadable();
    assertThat(copies()).isEqualTo(1);
  }

  @Test
  void a_million_levels_are_unreadable() throws IOException {
    desktop.plant("[".repeat(1_000_000));
    checkUnreadable();
    assertThat(copies()).isEqualTo(1);
  }

  @Test
  void a_hundred_megabytes_are_unreadable() throws IOException {
    desktop.plant("");
    try (OutputStream out = Files.newOutputStream(desktop.record())) {
      byte[] piece = " ".repeat(1 << 20).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
      for (int i = 0; i < 100; i++) {
        out.write(piece);
      }
      out.write('x');
    }
    checkUnreadable();
  }

  @Test
  void P8_a_record_of_another_key_is_told_of_by_65_everywhere_and_left_alone() throws IOException {
    desktop.plant(record(desktop.clock.now().toString(), "\"ttl_secs\":900").replace("42", "43"));
    byte[] before = Files.readAllBytes(desktop.record());
    for (String command : new String[] {"acquire", "assert", "renew", "release", "status"}) {
      Answer answer = desktop.as("alpha", command);
      assertThat(answer.code()).as(command).isEqualTo(65);
      assertThat(answer.err()).as(command).contains("acme/app#43");
    }
    assertThat(Files.readAllBytes(desktop.record())).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"ttl_secs\":-900", "\"ttl_secs\":1.5", "\"ttl_secs\":\"900\""})
  void a_TTL_that_is_no_number_of_seconds_is_unreadable(String ttl) {
    desktop.plant(record(desktop.clock.now().toString(), ttl));
    checkUnreadable();
  }

  @Test
  void a_time_with_an_offset_is_read() {
    desktop.plant(record("2026-07-26T20:42:42+02:00", "\"ttl_secs\":900"));
    assertThat(status("--json").json("state")).isEqualTo("held");
    assertThat(status("--json").json("acquired_at")).isEqualTo("2026-07-26T18:42:42.000Z");
  }

  @Test
  void L4_P9_a_time_in_2999_blocks_nobody() {
    desktop.plant(record("2999-01-01T00:00:00Z", "\"ttl_secs\":900"));
    checkUnreadable();
  }

  @Test
  void a_disk_that_is_full_for_answers_is_a_failure_not_a_success() {
    World world =
        new World(
            Map.of("PRLEASE_HOME", desktop.home.toString()),
            desktop.directory,
            new dev.prlease.cli.output.Console(
                new OutputStream() {
                  @Override
                  public void write(int b) throws IOException {
                    throw new IOException("No space left on device");
                  }
                },
                OutputStream.nullOutputStream(),
                () -> dev.prlease.cli.output.Palette.PLAIN),
            desktop.clock,
            () ->
                new dev.prlease.testkit.ManualScheduler(
                    desktop.clock, dev.prlease.testkit.ManualScheduler.Pauses.PASS_TIME),
            desktop.processes,
            Shutdown.NEVER);
    assertThat(new Cli(world).run(java.util.List.of("acquire", "--key", "acme/app#42")))
        .isEqualTo(74);
    assertThat(status("--json").json("state"))
        .as("nobody learned the session, so the lease was given back")
        .isEqualTo("free");
  }

  @Test
  void a_fault_in_prlease_is_one_line_and_the_trace_comes_only_on_request() {
    desktop.processes.breakDown();
    Answer answer = desktop.as("alpha", "acquire");
    assertThat(answer.code()).isEqualTo(70);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err())
        .isEqualTo(
            """
            prlease acquire: a fault in prlease itself: java.lang.IllegalStateException: broken
              next: Please report it with the trace that PRLEASE_DEBUG=1 prints.
            """);
    desktop.environment.put("PRLEASE_DEBUG", "1");
    assertThat(desktop.as("alpha", "acquire").err()).contains("FakeProcesses.self(");
  }

  @Test
  void without_a_home_other_stores_work_and_the_missing_audit_is_told_once() {
    desktop.environment.clear();
    Answer answer = desktop.as("alpha", "acquire", "--store", "test:");
    assertThat(answer.code()).isZero();
    assertThat(answer.err())
        .isEqualTo(
            "prlease: warning: neither PRLEASE_HOME nor HOME is set, so nothing is audited\n");
  }

  @Test
  void a_store_in_memory_which_ends_with_the_command_is_refused() {
    Answer answer = desktop.as("alpha", "acquire", "--store", "memory:x");
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err())
        .contains("the store 'memory:x' (--store) lives in the memory of one process")
        .contains("keep nobody out");
    desktop.environment.put("PRLEASE_STORE", "memory:");
    assertThat(desktop.as("alpha", "run", "--", "true").code()).isEqualTo(78);
  }

  @Test
  void looking_leaves_no_trace() {
    assertThat(status().code()).isZero();
    assertThat(desktop.prlease("list").code()).isZero();
    assertThat(desktop.prlease("audit").code()).isZero();
    assertThat(desktop.home).doesNotExist();
  }

  @Test
  void L8_a_home_that_begins_with_a_tilde_is_expanded_and_a_relative_one_is_refused() {
    desktop.environment.put("HOME", desktop.directory.toString());
    desktop.environment.put("PRLEASE_HOME", "~/kept");
    assertThat(status("--json").json("store"))
        .isEqualTo("file:" + desktop.directory + "/kept/leases");
    desktop.environment.put("PRLEASE_HOME", "kept");
    assertThat(status().code()).isEqualTo(78);
    assertThat(status("--store", "file:kept").code()).isEqualTo(78);
  }

  @Test
  void a_place_that_cannot_be_written_is_told_of() {
    Answer answer = desktop.as("alpha", "acquire", "--store", "file:/proc/self/leases");
    assertThat(answer.code()).isEqualTo(74);
    assertThat(answer.err()).contains("/proc/self");
    assertThat(answer.err().lines()).hasSizeBetween(1, 2);
  }

  @Test
  void an_argument_that_could_not_be_decoded_is_refused_before_anything_is_done() {
    Answer answer = desktop.prlease("acquire", "--key", "acme/app#42", "--session", "s\ufffd");
    assertThat(answer.code()).isEqualTo(64);
    assertThat(answer.err()).contains("argument 5 is not text in UTF-8");
    assertThat(answer.out()).isEmpty();
  }
}

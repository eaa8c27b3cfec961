package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code config.properties} settles for the command, and what wins over it. */
class ConfigFileTest {
  @TempDir Path top;
  private Desktop desktop;
  private Path file;

  @BeforeEach
  void makeDesktop() throws Exception {
    desktop = new Desktop(top);
    Files.createDirectories(
        desktop.home,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    file = desktop.home.resolve("config.properties");
  }

  private void configure(String text) throws Exception {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private Answer status(String... more) {
    String[] words = new String[more.length + 4];
    System.arraycopy(new String[] {"status", "--key", "acme/app#42", "--json"}, 0, words, 0, 4);
    System.arraycopy(more, 0, words, 4, more.length);
    return desktop.prlease(words);
  }

  @Test
  void the_store_is_the_options_else_the_environments_else_the_files_else_the_default()
      throws Exception {
    assertThat(status().json("store_from")).isEqualTo("default");
    assertThat(status().json("store")).isEqualTo("file:" + desktop.home + "/leases");
    configure("store = file:" + top + "/configured\n");
    assertThat(status().json("store_from")).isEqualTo("config");
    assertThat(status().json("store")).isEqualTo("file:" + top + "/configured");
    desktop.environment.put("PRLEASE_STORE", "file:" + top + "/environment");
    assertThat(status().json("store_from")).isEqualTo("environment");
    assertThat(status().json("store")).isEqualTo("file:" + top + "/environment");
    Answer option = status("--store", "file:" + top + "/option");
    assertThat(option.json("store_from")).isEqualTo("option");
    assertThat(option.json("store")).isEqualTo("file:" + top + "/option");
  }

  @Test
  void status_says_where_the_choice_of_the_store_comes_from() throws Exception {
    String store = "  store   file:" + desktop.home + "/leases";
    assertThat(desktop.prlease("status", "--key", "acme/app#42").out())
        .endsWith(store + " (by default)\n");
    configure("store=file:");
    desktop.as("alpha", "acquire");
    assertThat(desktop.prlease("status", "--key", "acme/app#42").out())
        .endsWith(store + " (config.properties)\n");
    desktop.environment.put("PRLEASE_STORE", "file:");
    assertThat(desktop.prlease("status", "--key", "acme/app#42").out())
        .endsWith(store + " (PRLEASE_STORE)\n");
    assertThat(desktop.prlease("status", "--key", "acme/app#42", "--store", "file:").out())
        .endsWith(store + " (--store)\n");
  }

  @Test
  void the_ttl_is_the_options_else_the_files() throws Exception {
    configure("ttl = 1h30m");
    assertThat(desktop.as("alpha", "acquire", "--json").json("ttl_secs")).isEqualTo("5400");
    assertThat(desktop.as("alpha", "renew", "--json").json("ttl_secs")).isEqualTo("5400");
    assertThat(desktop.as("alpha", "acquire", "--ttl", "5m", "--json").json("ttl_secs"))
        .isEqualTo("300");
    assertThat(desktop.as("beta", "adopt", "--from", "alpha", "--json").json("ttl_secs"))
        .isEqualTo("5400");
  }

  @Test
  void the_ttl_of_a_run_is_the_options_else_the_files() throws Exception {
    configure("ttl = 1h30m");
    desktop.makeCommandsRun();
    Path record = desktop.record();
    String[] run = {"run", "--key", "acme/app#42", "--", "grep", "ttl_secs", record.toString()};
    assertThat(desktop.prlease(run).code()).isZero();
    String audit = Files.readString(desktop.home.resolve("audit.jsonl"));
    assertThat(audit).contains("\"ttl_secs\":\"5400\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          stroe = file:              | there is no setting 'stroe'; did you mean store?
          frobnicate = 1             | there is no setting 'frobnicate'
          ttl = soon                 | ttl: 'soon' is no duration
          ttl = 0s                   | ttl: '0s' is not between one second and one day
          ttl = 25h                  | ttl: '25h' is not between one second and one day
          store =                    | store: there is no value
          plugins =                  | plugins: there is no value
          audit.max-bytes = plenty   | audit.max-bytes: 'plenty' is no size
          audit.max-bytes = 1KiB     | audit.max-bytes: '1KiB' is not between 4KiB and 1024GiB
          audit.keep = all           | audit.keep: 'all' is not a number from 1 to 1000
          store = /no/scheme         | store: store location '/no/scheme' must be scheme:rest, such as file:~/leases
          """)
  void what_is_wrong_is_told_with_its_line_and_is_78(String line, String told) throws Exception {
    configure("# mine\n" + line + "\n");
    Answer answer = desktop.prlease("status", "--key", "acme/app#42");
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err())
        .startsWith("prlease status: " + file + " line 2: " + told + "\n  next: ");
    assertThat(status().json("error")).isEqualTo("configuration");
  }

  @Test
  void the_names_that_there_are_are_told() throws Exception {
    configure("frobnicate=1");
    assertThat(desktop.prlease("list").err())
        .endsWith(
            "  next: There are: store, ttl, profile, plugins, audit.max-bytes, audit.keep.\n");
  }

  @Test
  void a_store_in_memory_is_refused_wherever_it_is_named() throws Exception {
    configure("store = memory:x");
    Answer answer = desktop.as("alpha", "acquire");
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err())
        .contains("the store 'memory:x' (config.properties) lives in the memory");
  }

  @Test
  void who_acts_is_told_of_all_that_is_wrong_even_if_he_says_it_all() throws Exception {
    configure("tll = 1h");
    Answer answer = desktop.as("alpha", "acquire", "--store", "file:", "--ttl", "5m");
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err()).contains("there is no setting 'tll'; did you mean ttl?");
  }

  @Test
  void it_is_read_once_a_call_whatever_is_written_to_it_meanwhile() throws Exception {
    configure("store = file:" + top + "/first\nttl = 20m\naudit.keep = 2\n");
    desktop.processes.whenNamed(() -> Desktop.write(file, "store = file:\nnonsense"));
    Answer answer = desktop.as("alpha", "acquire", "--json");
    assertThat(answer.json("store")).isEqualTo("file:" + top + "/first");
    assertThat(answer.json("ttl_secs")).isEqualTo("1200");
    assertThat(desktop.events()).containsExactly("acquired");
  }

  @Test
  void who_says_it_all_needs_no_file() throws Exception {
    configure("nonsense");
    assertThat(desktop.prlease("status", "--key", "acme/app#42", "--store", "file:").code())
        .isZero();
    assertThat(desktop.prlease("help").code()).isZero();
    assertThat(desktop.as("alpha", "acquire", "--store", "file:").code()).isEqualTo(78);
    assertThat(desktop.as("alpha", "acquire", "--store", "file:", "--ttl", "5m").code())
        .as("what is said of the audit is needed, too")
        .isEqualTo(78);
    configure("");
    assertThat(desktop.as("alpha", "assert").code()).as("nothing was taken").isEqualTo(76);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw----", "rw-r---w-"})
  void what_others_may_write_settles_nothing(String mode) throws Exception {
    configure("ttl = 1h");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    Answer answer = desktop.prlease("status", "--key", "acme/app#42");
    assertThat(answer.code()).isEqualTo(78);
    assertThat(answer.err())
        .isEqualTo(
            "prlease status: "
                + file
                + " may be written by other users\n  next: If you trust what it says, keep others"
                + " out: chmod 600 "
                + file
                + "\n");
  }
}

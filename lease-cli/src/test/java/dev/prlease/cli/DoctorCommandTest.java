package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.spi.SystemClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code prlease doctor}: each finding with its level and remedy. */
class DoctorCommandTest {
  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() throws Exception {
    desktop = new Desktop(top);
    desktop.environment.put("PATH", System.getenv("PATH"));
    // The machine's: files are stamped by that, however slowly the test goes on.
    desktop.whenTimeIsRead = () -> desktop.clock.set(new SystemClock().now());
    Files.createDirectories(
        desktop.home,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private Answer doctor(String... more) {
    String[] words = new String[more.length + 1];
    words[0] = "doctor";
    System.arraycopy(more, 0, words, 1, more.length);
    return desktop.prlease(words);
  }

  /** The lines of findings that are not ok, each with its remedy. */
  private List<String> wrong() {
    return doctor()
        .out()
        .lines()
        .filter(line -> !line.startsWith("ok ") && !line.startsWith("ok\t"))
        .toList();
  }

  @Test
  void where_all_is_well_it_says_so_and_exits_with_0() {
    desktop.as("alpha", "acquire");
    Answer answer = doctor();
    assertThat(answer.code()).isZero();
    assertThat(answer.err()).isEmpty();
    assertThat(answer.out()).endsWith("\nall is well\n");
    assertThat(answer.out().lines().map(line -> line.split(" +", -1)[1]))
        .contains(
            "version",
            "java",
            "system",
            "git",
            "gh",
            "bash",
            "watchdog",
            "environment",
            "home",
            "audit",
            "config",
            "plugins",
            "store",
            "clock",
            "file-system",
            "file-time",
            "locks",
            "entries",
            "slots");
    assertThat(answer.out()).contains("store        file:" + desktop.home + "/leases (by default)");
    assertThat(answer.out()).contains("slots        1 held, 0 expired");
  }

  @Test
  void json_has_each_finding_and_their_counts() {
    desktop.environment.put("PRLEASE_STROE", "x");
    Answer answer = doctor("--json");
    assertThat(answer.code()).isZero();
    assertThat(answer.json("errors")).isEqualTo("0");
    assertThat(answer.json("warnings")).isEqualTo("1");
    assertThat(answer.out())
        .contains(
            """
                {
                  "level": "warning",
                  "subject": "environment",
                  "what": "PRLEASE_STROE means nothing to prlease; did you mean PRLEASE_STORE?",
                  "remedy": "Take it back: unset PRLEASE_STROE"
                },
            """);
  }

  @Test
  void a_broken_config_file_is_an_error_whatever_wins_over_it() throws Exception {
    Path file = Files.writeString(desktop.home.resolve("config.properties"), "tll = 1h\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(doctor("--store", "file:").code()).isEqualTo(1);
    assertThat(doctor("--store", "file:").out())
        .contains(
            "error    config       "
                + file
                + " line 1: there is no setting 'tll'; did you mean ttl?\n"
                + "           next: There are: store, ttl, profile, plugins, audit.max-bytes, audit.keep.\n")
        .endsWith("1 error, 0 warnings\n");
  }

  @Test
  void a_home_that_others_may_write_or_read_is_told_with_the_command_that_mends_it()
      throws Exception {
    Files.setPosixFilePermissions(desktop.home, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(wrong())
        .contains(
            "warning  home         "
                + desktop.home
                + " may be read by other users, and so who works on what",
            "           next: If they need not know, keep them out: chmod 700 " + desktop.home);
    assertThat(doctor().code()).isZero();
    Files.setPosixFilePermissions(desktop.home, PosixFilePermissions.fromString("rwxrwx---"));
    assertThat(wrong())
        .contains(
            "error    home         " + desktop.home + " may be written by other users",
            "           next: Keep others out: chmod 700 " + desktop.home);
    assertThat(doctor().code()).isEqualTo(1);
  }

  @Test
  void without_a_home_it_still_answers() {
    desktop.environment.remove("PRLEASE_HOME");
    assertThat(wrong())
        .contains("error    home         neither PRLEASE_HOME nor HOME is set")
        .contains("error    store        neither PRLEASE_HOME nor HOME is set");
  }

  @Test
  void slots_that_cannot_be_read_and_records_out_of_place_or_time_are_told() throws Exception {
    desktop.as("alpha", "acquire");
    Path leases = desktop.home.resolve("leases");
    Files.createSymbolicLink(leases.resolve("acme__lib__pr-1.json"), desktop.record());
    Files.copy(desktop.record(), leases.resolve("acme__lib__pr-2.json"));
    Files.writeString(leases.resolve("acme__lib__pr-3.json"), "nonsense");
    String future = Files.readString(desktop.record()).replaceAll("#42|\"2\\d{3}-", "\"2999-");
    Files.writeString(desktop.record(), future.replace("\"\"", "\""));
    List<String> wrong = wrong();
    assertThat(wrong)
        .anySatisfy(line -> assertThat(line).contains("pr-1.json is a symbolic link"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "error    slots        acme/lib#2 is blocked by a record of acme/app#42 in"
                            + " its slot"))
        .anySatisfy(
            line -> assertThat(line).startsWith("warning  slots        acme/lib#3 is unreadable: "))
        .anySatisfy(
            line ->
                assertThat(line).startsWith("warning  slots        acme/app#42 is unreadable: "))
        .anySatisfy(
            line ->
                assertThat(line)
                    .endsWith("prlease break --key acme/lib#2 --reason 'a record of another key'"));
    assertThat(doctor().code()).isEqualTo(1);
  }

  @Test
  void plugins_are_loaded_and_their_faults_named() throws Exception {
    Path plugins =
        Files.createDirectories(
            desktop.home.resolve("plugins"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path jar = Files.writeString(plugins.resolve("broken.jar"), "no jar");
    Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-------"));
    assertThat(wrong())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("error    plugins      the plugin " + jar + " cannot be read: "))
        .contains("           next: Copy it there again, or remove it.");
  }

  @Test
  void variables_that_make_no_sense_are_told() {
    desktop.environment.put("PRLEASE_KEY", "nonsense");
    desktop.environment.put("PRLEASE_GRANT", "abc");
    desktop.environment.put("PRLEASE_PLUGINS", "");
    assertThat(wrong())
        .anySatisfy(line -> assertThat(line).startsWith("error    environment  PRLEASE_KEY: "))
        .contains("warning  environment  PRLEASE_PLUGINS is set to nothing")
        .contains(
            "warning  environment  of an exported lease PRLEASE_SESSION, PRLEASE_FENCE are missing");
  }

  @Test
  void without_bash_the_watchdog_is_missing() {
    desktop.environment.put("PATH", top.toString());
    Answer answer = doctor();
    assertThat(answer.code()).isZero();
    assertThat(answer.out())
        .contains("git          git was not found: prlease itself does not need");
  }

  @Test
  void a_wrong_call_is_64() {
    assertThat(doctor("--store", "").code()).isEqualTo(64);
    assertThat(doctor("now").code()).isEqualTo(64);
  }
}

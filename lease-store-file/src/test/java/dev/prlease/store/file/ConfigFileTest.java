package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseConfigurationException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60) // no measure: whoever opens a FIFO would wait for ever
class ConfigFileTest {
  private final Path home;
  private final Path file;

  ConfigFileTest(@TempDir Path temp) {
    home = temp.resolve("home");
    file = home.resolve("config.properties");
  }

  @BeforeEach
  void makeHome() throws IOException {
    Files.createDirectories(home, OwnedFile.OWNER_ONLY_DIRECTORY);
  }

  private ConfigFile read() {
    return ConfigFile.of(Map.of("PRLEASE_HOME", home.toString()));
  }

  private ConfigFile read(String text) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  private ConfigFile read(byte[] bytes) throws IOException {
    Files.write(file, bytes);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return read();
  }

  private LeaseConfigurationException refused(String text) throws IOException {
    return refused(text.getBytes(StandardCharsets.UTF_8));
  }

  private LeaseConfigurationException refused(byte[] bytes) throws IOException {
    try {
      read(bytes);
    } catch (LeaseConfigurationException refusal) {
      return refusal;
    }
    throw new AssertionError("it is read");
  }

  @Test
  void without_a_file_or_a_home_nothing_is_set_and_nothing_is_made() throws IOException {
    assertThat(read().settings()).isEmpty();
    assertThat(read().path()).contains(file);
    Files.delete(home);
    assertThat(read().settings()).isEmpty();
    assertThat(home).doesNotExist();
    Files.writeString(home, "no directory");
    assertThat(read().settings()).isEmpty();
    assertThat(ConfigFile.of(Map.of()).settings()).isEmpty();
    assertThat(ConfigFile.of(Map.of()).path()).isEmpty();
  }

  @Test
  void a_setting_is_a_name_and_a_value_with_the_line_that_it_stands_on() throws IOException {
    ConfigFile config =
        read("# where\r\n\r\n  store = file:~/x?layout=amplihack \r\n!\n\tttl=1h\nplugins=");
    assertThat(config.settings())
        .containsExactly(
            new ConfigFile.Setting("store", "file:~/x?layout=amplihack", 3),
            new ConfigFile.Setting("ttl", "1h", 5),
            new ConfigFile.Setting("plugins", "", 6));
    assertThat(config.find("ttl")).map(ConfigFile.Setting::value).contains("1h");
    assertThat(config.find("TTL")).isEmpty();
    assertThat(config.at(config.settings().get(1))).isEqualTo(file + " line 5");
  }

  @Test
  void text_is_UTF_8_with_or_without_a_mark() throws IOException {
    assertThat(read("\ufeffstore=file:/tmp/å∂\n").find("store"))
        .map(ConfigFile.Setting::value)
        .contains("file:/tmp/å∂");
    byte[] latin = "ttl=1h\nstore=file:/tmp/\u00e5\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(refused(latin)).hasMessage(file + " line 2: it is not text in UTF-8");
  }

  /** Whoever reads the file by another program's rules reads the same. */
  @Test
  void what_is_accepted_means_the_same_to_a_reader_of_Java_properties() throws IOException {
    String text = "# c\n! d\n\nstore = file:~/x?a=b&c=d\nttl=15m\n  plugins =/opt/ø\nx:y\n";
    assertThat(refused(text)).hasMessage(file + " line 7: it is no NAME = VALUE");
    String accepted = text.substring(0, text.length() - 4);
    Properties java = new Properties();
    java.load(new StringReader(accepted));
    ConfigFile config = read(accepted);
    assertThat(config.settings()).hasSize(3).hasSize(java.size());
    for (ConfigFile.Setting setting : config.settings()) {
      assertThat(java.getProperty(setting.name())).isEqualTo(setting.value());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ttl                | line 1: it is no NAME = VALUE
          = 15m              | line 1: it is no NAME = VALUE
          ttl 1 = 15m        | line 1: it is no NAME = VALUE
          ttl: a=b           | line 1: it is no NAME = VALUE
          store=file:/a\\nb  | line 1: store: a backslash means nothing here
          """)
  void what_is_no_setting_is_refused_with_its_line(String line, String told) throws IOException {
    LeaseConfigurationException refusal = refused(line);
    assertThat(refusal).hasMessage(file + " " + told);
    assertThat(refusal.nextStep()).contains("NAME = VALUE");
  }

  @Test
  void a_name_that_is_there_twice_is_refused_and_all_that_is_wrong_is_told_at_once()
      throws IOException {
    assertThat(refused("ttl=1h\nnonsense\nttl=2h\n"))
        .hasMessage(
            file + " line 2: it is no NAME = VALUE; line 3: ttl is there already, on line 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw----", "rw----rw-"})
  void a_file_that_others_may_write_is_refused_with_the_command_that_mends_it(String mode)
      throws IOException {
    read("ttl=1h");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    assertThatThrownBy(this::read)
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessage(file + " may be written by other users")
        .satisfies(
            e ->
                assertThat(((LeaseConfigurationException) e).nextStep())
                    .endsWith("chmod 600 " + file));
  }

  @Test
  void a_file_in_a_home_that_others_may_write_is_refused() throws IOException {
    read("ttl=1h");
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwx---"));
    assertThatThrownBy(this::read)
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessage(file + " is not read: " + home + " may be written by other users")
        .satisfies(
            e ->
                assertThat(((LeaseConfigurationException) e).nextStep())
                    .endsWith("chmod 700 " + home));
  }

  @Test
  void what_is_no_regular_file_is_not_opened() throws Exception {
    Files.createSymbolicLink(file, home.resolve("elsewhere"));
    assertThatThrownBy(this::read)
        .hasMessage(file + " is a symbolic link, not a regular file, and was not opened");
    Files.delete(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertThatThrownBy(this::read)
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessage(file + " is a FIFO, not a regular file, and was not opened");
  }

  @Test
  void what_is_far_too_large_is_not_read() throws IOException {
    assertThat(read("#".repeat(1 << 16)).settings()).isEmpty();
    assertThat(refused("#".repeat((1 << 16) + 1)))
        .hasMessage(file + " is larger than 65536 bytes, and was not read");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4KiB, 4096",
    "1048576, 1048576",
    "1024KiB, 1048576",
    "64MiB, 67108864",
    "1024GiB, 1099511627776"
  })
  void the_audits_size(String text, long bytes) throws IOException {
    assertThat(read("audit.max-bytes = " + text).auditLimits())
        .isEqualTo(new AuditLimits(bytes, 10));
  }

  @Test
  void how_many_files_of_the_audit_are_kept() throws IOException {
    assertThat(read("audit.keep = 1").auditLimits()).isEqualTo(new AuditLimits(10 << 20, 1));
    assertThat(read("audit.keep = 1000").auditLimits().keep()).isEqualTo(1000);
    assertThat(read("").auditLimits()).isEqualTo(AuditLimits.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "64", "3KiB", "64MB", "MiB", "-1", "1e9", "9999999GiB", "0x10", "1025GiB"})
  void what_is_no_size_for_the_audit(String text) throws IOException {
    ConfigFile config = read("\naudit.max-bytes=" + text);
    assertThatThrownBy(config::auditLimits)
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageStartingWith(file + " line 2: audit.max-bytes: '" + text + "' is ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "1001", "-1", "all", "1.5", "4294967297"})
  void what_is_no_number_of_files_to_keep(String text) throws IOException {
    ConfigFile config = read("\naudit.keep=" + text);
    assertThatThrownBy(config::auditLimits)
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessage(file + " line 2: audit.keep: '" + text + "' is not a number from 1 to 1000");
  }

  @Test
  void the_plugins_directory_is_what_the_variable_says_else_the_file_else_in_home()
      throws IOException {
    Map<String, String> environment = Map.of("PRLEASE_HOME", home.toString());
    assertThat(PluginDirectory.of(environment).orElseThrow().path())
        .isEqualTo(home.resolve("plugins"));
    read("\nplugins = /opt/mine");
    PluginDirectory configured = PluginDirectory.of(environment).orElseThrow();
    assertThat(configured.path()).isEqualTo(Path.of("/opt/mine"));
    assertThatThrownBy(configured::jars)
        .hasMessage(file + " line 2: plugins names /opt/mine, and no such directory is there");
    assertThat(
            PluginDirectory.of(
                    Map.of("PRLEASE_HOME", home.toString(), "PRLEASE_PLUGINS", "/opt/other"))
                .orElseThrow()
                .path())
        .isEqualTo(Path.of("/opt/other"));
  }
}

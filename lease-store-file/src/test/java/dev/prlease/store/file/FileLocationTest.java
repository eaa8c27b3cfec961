package dev.prlease.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prlease.api.LeaseConfigurationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileLocationTest {
  private static final Map<String, String> HOME = Map.of("HOME", "/home/me");

  @ParameterizedTest
  @CsvSource(
      value = {
        "''|/home/me/.prlease/leases",
        "~|/home/me",
        "~/x/../y|/home/me/y",
        "~//etc|/home/me/etc",
        "/srv/leases|/srv/leases",
        "///srv/leases|/srv/leases",
        "/srv/a b%20c:d|/srv/a b%20c:d",
        "?layout=amplihack|/home/me/.prlease/leases",
      },
      delimiter = '|')
  void L8_a_path_is_absolute_or_expanded(String location, String directory) {
    assertThat(FileLocation.parse(location, HOME).directory()).isEqualTo(Path.of(directory));
  }

  @Test
  void PRLEASE_HOME_wins_over_HOME_and_is_expanded_too() {
    assertThat(
            FileLocation.parse("", Map.of("HOME", "/home/me", "PRLEASE_HOME", "/var/p"))
                .directory())
        .isEqualTo(Path.of("/var/p/leases"));
    assertThat(
            FileLocation.parse("", Map.of("HOME", "/home/me", "PRLEASE_HOME", "~/p")).directory())
        .isEqualTo(Path.of("/home/me/p/leases"));
    assertThat(FileLocation.parse("", Map.of("HOME", "/home/me", "PRLEASE_HOME", "")).directory())
        .isEqualTo(Path.of("/home/me/.prlease/leases"));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "leases|the store file:leases is a relative path",
        "./~/x|the store file:./~/x is a relative path",
        "~root/x|the store file:~root/x names the home directory of another user",
        "//server/x|the store file://server/x names a host",
        "/x?layout=rust|layout must be prlease or amplihack, not 'rust'",
        "/x?maxClockSkew=2|maxClockSkew must be a duration such as 2s or 500ms, not '2'",
        "/x?maxClockSkew=-PT1S|maxClockSkew must be a duration",
        "/x?maxClockSkew=25h|maxClockSkew must be a duration",
        "/x?maxClockSkew=99999999999999999999s|maxClockSkew must be a duration",
        "/x?|'' is no option: there are layout and maxClockSkew",
        "/x?layout=prlease&layout=prlease|layout is given twice",
        "/x?Layout=prlease|'Layout=prlease' is no option",
      },
      delimiter = '|',
      quoteCharacter = '^')
  void what_is_wrong_is_said(String location, String message) {
    assertThatThrownBy(() -> FileLocation.parse(location, HOME))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining(message);
  }

  @Test
  void all_wrong_options_are_named_at_once() {
    assertThatThrownBy(() -> FileLocation.parse("/x?layout=x&maxClockSkew=y&z=1", HOME))
        .hasMessageContaining("layout must be")
        .hasMessageContaining("maxClockSkew must be")
        .hasMessageContaining("'z=1' is no option");
  }

  @ParameterizedTest
  @CsvSource({"500ms, PT0.5S", "2s, PT2S", "3m, PT3M", "1h, PT1H", "PT0.25S, PT0.25S", "0s, PT0S"})
  void a_skew_is_a_duration(String text, Duration skew) {
    assertThat(FileLocation.parse("/x?maxClockSkew=" + text, HOME).options().maxClockSkew())
        .contains(skew);
  }

  @Test
  void without_a_home_nothing_is_guessed() {
    assertThatThrownBy(() -> FileLocation.parse("", Map.of()))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessage("neither PRLEASE_HOME nor HOME is set");
    assertThatThrownBy(() -> FileLocation.parse("~/x", Map.of("HOME", "")))
        .hasMessage("neither PRLEASE_HOME nor HOME is set");
    assertThatThrownBy(() -> FileLocation.parse("", Map.of("HOME", "me")))
        .hasMessage("HOME is 'me', not an absolute path");
    assertThatThrownBy(() -> FileLocation.parse("", Map.of("HOME", "/h", "PRLEASE_HOME", "x")))
        .hasMessage("PRLEASE_HOME 'x' is a relative path");
  }

  @Test
  void a_location_is_told_in_words_that_can_be_read() {
    FileStoreOptions options =
        FileStoreOptions.DEFAULTS
            .withLayout(FileLayout.AMPLIHACK)
            .withMaxClockSkew(Duration.ofMillis(1500));
    String text = FileLocation.text(Path.of("/x/y"), options);
    assertThat(text).isEqualTo("file:/x/y?layout=amplihack&maxClockSkew=PT1.5S");
    assertThat(FileLocation.parse(text.substring("file:".length()), HOME))
        .isEqualTo(new FileLocation(Path.of("/x/y"), Optional.empty(), options));
  }
}

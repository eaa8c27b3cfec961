package dev.prlease.store.git;

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
import org.junit.jupiter.params.provider.ValueSource;

class GitLocationTest {
  private static final Map<String, String> HOME = Map.of("HOME", "/home/me");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "origin",
        "https://github.com/acme/app",
        "ssh://git@github.com/acme/app.git",
        "git@github.com:acme/app.git",
        "/srv/app.git",
        "file:///srv/app.git",
        "git://host/app.git",
      })
  void a_remote_is_taken_as_it_stands(String remote) {
    assertThat(GitLocation.parse(remote, HOME))
        .isEqualTo(new GitLocation(remote, Optional.empty(), GitStoreOptions.DEFAULTS));
  }

  @Test
  void L8_a_home_directory_is_expanded() {
    assertThat(GitLocation.parse("~/x.git", HOME).remote()).isEqualTo("/home/me/x.git");
    assertThatThrownBy(() -> GitLocation.parse("~/x.git", Map.of()))
        .hasMessageContaining("HOME is not set");
  }

  @Test
  void options_follow_the_last_question_mark_and_are_told_again() {
    GitLocation parsed =
        GitLocation.parse(
            "origin?namespace=refs/heads/prlease&history=7&maxClockSkew=2s&timeout=1m", HOME);
    assertThat(parsed.options())
        .isEqualTo(
            new GitStoreOptions(
                "refs/heads/prlease", 7, Duration.ofSeconds(2), Duration.ofMinutes(1)));
    String text = GitLocation.text(parsed.remote(), parsed.options());
    assertThat(GitLocation.parse(text.substring("git:".length()), HOME)).isEqualTo(parsed);
  }

  @Test
  void L8_the_checkout_whose_remote_a_name_is_may_be_said() {
    assertThat(GitLocation.parse("origin?checkout=/home/me/a%26b%25%3F c&history=3", HOME))
        .isEqualTo(
            new GitLocation(
                "origin",
                Optional.of(Path.of("/home/me/a&b%? c")),
                GitStoreOptions.DEFAULTS.withHistory(3)));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "|names no remote",
        "--upload-pack=x|begins with a hyphen",
        "ext::sh -c x|has white space",
        "ext::sh|names a remote helper",
        "../app.git|is a relative path",
        "x/app.git|is a relative path",
        "file://host/x|is no file:///absolute/path",
        "origin?|'' is no option: there are namespace",
        "origin?History=3|'History' is no option",
        "origin?history=x|history must be a number",
        "origin?history=0|history must be 1 to 1000, not 0",
        "origin?history=1&history=1|'history' is given twice",
        "origin?maxClockSkew=2|maxClockSkew must be a duration",
        "origin?maxClockSkew=25h|maxClockSkew must be 0 to 24 h",
        "origin?timeout=1ms|timeout must be 1 s to 10 min",
        "origin?namespace=leases|namespace must be a name below refs/",
        "origin?namespace=refs/heads|namespace must be a name below refs/",
        "origin?namespace=refs/a..b|namespace must be a name below refs/",
        "origin?namespace=refs/a/|namespace must be a name below refs/",
        "origin?checkout=work|checkout must be an absolute path, not 'work'",
        "/srv/a.git?checkout=/work|checkout is for names of remotes",
      },
      delimiter = '|',
      quoteCharacter = '^')
  void what_is_wrong_is_said(String location, String message) {
    assertThatThrownBy(() -> GitLocation.parse(location == null ? "" : location, HOME))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining(message);
  }

  @Test
  void all_wrong_options_are_named_at_once() {
    assertThatThrownBy(() -> GitLocation.parse("origin?history=x&timeout=y&z=1", HOME))
        .hasMessageContaining("history must be")
        .hasMessageContaining("timeout must be")
        .hasMessageContaining("'z' is no option");
  }

  @Test
  void credentials_are_never_told() {
    String secret = "hunter2hunter2";
    String location = "https://me:" + secret + "@host/acme/app";
    assertThat(GitLocation.text(location, GitStoreOptions.DEFAULTS))
        .isEqualTo("git:https://host/acme/app");
    assertThat(GitLocation.text("ssh://git@host/a", GitStoreOptions.DEFAULTS))
        .isEqualTo("git:ssh://git@host/a");
    for (String wrong :
        new String[] {
          location + "?history=x", location + " x", location + "?token=" + secret, "-" + location
        }) {
      assertThatThrownBy(() -> GitLocation.parse(wrong, HOME))
          .isInstanceOfSatisfying(
              LeaseConfigurationException.class,
              told -> assertThat(told.getMessage() + told.nextStep()).doesNotContain(secret));
    }
  }
}

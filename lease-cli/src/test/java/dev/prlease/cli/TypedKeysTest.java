package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people paste in the place of a repository's name is no key of its own. */
class TypedKeysTest {
  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() {
    desktop = new Desktop(top);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a/b.git",
        "a/B.GIT",
        "git@github.com:a/b",
        "github.com:a/b",
        "host:80/a/b",
        "a/b?c",
        "a/b@main",
        "https://github.com/a/b",
        "https://github.com/a/b.git",
        "ssh://git@github.com/a/b",
        "ghe.example.com/a/b.git"
      })
  void a_slip_is_refused_with_what_to_write(String repo) {
    for (Answer answer :
        new Answer[] {
          desktop.prlease("acquire", "--session", "s", "--repo", repo, "--pr", "1"),
          desktop.prlease("acquire", "--session", "s", "--key", repo + "#1"),
          desktop.prlease("audit", "--key", repo + "#1")
        }) {
      assertThat(answer.code()).isEqualTo(64);
      assertThat(answer.err()).contains("write OWNER/NAME");
    }
    assertThat(desktop.home).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a/b",
        "a/b.js",
        "a/.github",
        "a/git",
        "group/sub/name",
        "ghe.example.com/a/b",
        "ghe.example.com:8443/a/b",
        "a/digit"
      })
  void a_name_is_taken_as_it_is(String repo) {
    Answer answer =
        desktop.prlease("acquire", "--session", "s", "--repo", repo, "--pr", "1", "--json");
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.json("key")).isEqualTo(repo + "#1");
  }

  @Test
  void what_is_in_a_store_under_such_a_name_is_shown_and_holds() {
    Answer before = desktop.as("alpha", "acquire", "--json");
    assertThat(before.code()).isZero();
    desktop.plant(
        ("{\"record\":{\"schema_version\":1,\"key\":{\"repo\":\"acme/app\",\"pr_number\":42},"
                + "\"owner_session_id\":\"old\",\"acquired_at\":\""
                + desktop.clock.now()
                + "\",\"ttl_secs\":900}}")
            .replace("acme/app", "acme/app.git"));
    assertThat(desktop.prlease("list").out()).contains("acme/app.git#42");
  }
}

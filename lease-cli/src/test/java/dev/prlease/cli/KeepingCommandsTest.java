package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code prlease assert}, {@code renew} and {@code release}. */
class KeepingCommandsTest {
  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() {
    desktop = new Desktop(top);
  }

  @Test
  void in_a_worktree_the_commands_of_one_worktree_belong_together() {
    desktop.makeWorktree();
    String[] key = {"--repo", "acme/app", "--pr", "42"};
    assertThat(desktop.prlease("assert", key[0], key[1], key[2], key[3]).code()).isEqualTo(76);
    assertThat(desktop.prlease("release", key[0], key[1], key[2], key[3]))
        .isEqualTo(
            new Answer(
                0,
                "",
                "prlease release: this worktree has no session, so it does not hold acme/app#42\n"));
    assertThat(desktop.prlease("acquire", key[0], key[1], key[2], key[3]).code()).isZero();
    assertThat(desktop.prlease("assert", key[0], key[1], key[2], key[3]).code()).isZero();
    assertThat(desktop.prlease("renew", key[0], key[1], key[2], key[3]).code()).isZero();
    assertThat(desktop.prlease("status", "--exit-code", key[0], key[1], key[2], key[3]).code())
        .isZero();
    assertThat(desktop.prlease("release", key[0], key[1], key[2], key[3]))
        .isEqualTo(new Answer(0, "released acme/app#42\n", ""));
    assertThat(desktop.prlease("status", key[0], key[1], key[2], key[3]).out())
        .startsWith("acme/app#42: free\n");
  }

  @Test
  void assert_tells_not_owner_from_expired() {
    assertThat(desktop.as("alpha", "assert").code()).isEqualTo(76);
    desktop.as("alpha", "acquire");
    assertThat(desktop.as("alpha", "assert")).isEqualTo(new Answer(0, "", ""));
    assertThat(desktop.as("beta", "assert").code()).isEqualTo(76);
    desktop.clock.advance(Duration.ofMinutes(15));
    Answer expired = desktop.as("alpha", "assert");
    assertThat(expired.code()).isEqualTo(77);
    assertThat(expired.err())
        .startsWith("prlease assert: the lease of session alpha on acme/app#42 expired at ");
  }

  @Test
  void assert_at_least_wants_so_much_to_be_left() {
    desktop.as("alpha", "acquire", "--ttl", "5m");
    assertThat(desktop.as("alpha", "assert", "--at-least", "5m").code()).isZero();
    desktop.clock.advance(Duration.ofMillis(1));
    Answer answer = desktop.as("alpha", "assert", "--at-least", "5m", "--json");
    assertThat(answer.code()).isEqualTo(77);
    assertThat(answer.json("owned")).isEqualTo("false");
    assertThat(answer.json("error")).isEqualTo("expired");
    assertThat(answer.err())
        .contains("too soon: 5m are needed", "next: Renew it, with a longer TTL");
    assertThat(desktop.as("alpha", "assert", "--at-least", "25h").err())
        .contains("too soon: 25h are needed");
    assertThat(desktop.as("alpha", "assert", "--at-least", "4m", "--json").json("owned"))
        .isEqualTo("true");
  }

  @Test
  void renew_extends_a_live_lease_and_never_revives_an_expired_one() {
    desktop.as("alpha", "acquire");
    desktop.clock.advance(Duration.ofMinutes(10));
    Answer renewed = desktop.as("alpha", "renew", "--ttl", "1h", "--json");
    assertThat(renewed.code()).isZero();
    assertThat(renewed.json("ttl_secs")).isEqualTo("3600");
    assertThat(desktop.as("beta", "renew").code()).isEqualTo(76);
    desktop.clock.advance(Duration.ofHours(1));
    assertThat(desktop.as("alpha", "renew").code()).isEqualTo(77);
  }

  @Test
  void release_of_what_is_not_ours_says_so_frees_nothing_and_exits_with_0() {
    desktop.as("alpha", "acquire");
    assertThat(desktop.as("beta", "release"))
        .isEqualTo(
            new Answer(
                0,
                "",
                "prlease release: not released: session beta does not hold acme/app#42, session"
                    + " alpha does\n"));
    assertThat(desktop.as("alpha", "assert").code()).isZero();
    assertThat(desktop.as("alpha", "release").out()).isEqualTo("released acme/app#42\n");
    assertThat(desktop.as("alpha", "release", "--json").json("released")).isEqualTo("false");
  }
}

package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code prlease acquire}. */
class AcquireCommandTest {
  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() {
    desktop = new Desktop(top);
  }

  private String golden(String text) {
    return text.replace(desktop.home.toString(), "HOME");
  }

  @Test
  void acquire_takes_a_free_key_and_leaves_it_held() {
    Answer answer = desktop.as("alpha", "acquire");
    assertThat(answer.code()).isZero();
    assertThat(answer.err()).isEmpty();
    Golden.check("acquire", golden(answer.out()));
    Answer status = desktop.prlease("status", "--key", "acme/app#42");
    assertThat(status.code()).isZero();
    Golden.check("status-held", golden(status.out()));
  }

  @Test
  void L14_L36_a_second_session_stands_down_with_75_and_is_told_everything() {
    desktop.as("alpha", "acquire");
    desktop.clock.advance(Duration.ofSeconds(57));
    Answer answer = desktop.as("beta", "acquire");
    assertThat(answer.code()).isEqualTo(75);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).contains("acme/app#42 is already being driven by session alpha");
    Golden.check("conflict", golden(answer.err()));
  }

  @Test
  void a_conflict_names_the_store_option_that_was_given() {
    String store = "file:" + desktop.directory + "/my leases";
    desktop.as("alpha", "acquire", "--store", store);
    Answer answer = desktop.as("beta", "acquire", "--store", store);
    assertThat(answer.err())
        .endsWith("  next:   prlease status --key acme/app#42 --store '" + store + "'\n");
    assertThat(desktop.as("beta", "acquire").code()).isZero();
  }

  @Test
  void acquire_by_the_session_that_holds_it_refreshes_the_same_holding() {
    Answer first = desktop.as("alpha", "acquire", "--json");
    desktop.clock.advance(Duration.ofMinutes(5));
    Answer again = desktop.as("alpha", "acquire", "--json");
    assertThat(again.code()).isZero();
    assertThat(again.json("outcome")).isEqualTo("acquired");
    assertThat(again.json("origin")).isEqualTo("again");
    assertThat(again.json("fence")).isEqualTo(first.json("fence"));
    assertThat(again.json("granted_at")).isEqualTo(first.json("granted_at"));
    assertThat(again.json("acquired_at")).isNotEqualTo(first.json("acquired_at"));
    assertThat(again.json("grant_id")).isNotEqualTo(first.json("grant_id"));
  }

  @Test
  void acquire_json_tells_of_the_holder_when_it_stands_down() {
    Answer first = desktop.as("alpha", "acquire", "--json");
    Golden.check("acquire-json", golden(first.out()).replace(first.json("grant_id"), "GRANT"));
    Answer second = desktop.as("beta", "acquire", "--json");
    assertThat(second.code()).isEqualTo(75);
    assertThat(second.json("outcome")).isEqualTo("held");
    assertThat(second.json("owner_session_id")).isEqualTo("alpha");
    assertThat(second.json("fence")).isEqualTo(first.json("fence"));
    assertThat(second.err()).contains("already being driven by session alpha");
  }

  @Test
  void acquire_export_prints_lines_that_a_shell_reads_back() {
    Answer answer = desktop.as("it's $(me)", "acquire", "--export");
    assertThat(answer.out().lines())
        .hasSize(4)
        .allMatch(line -> line.matches("export PRLEASE_[A-Z]+='.*'"));
    assertThat(answer.out())
        .startsWith("export PRLEASE_KEY='acme/app#42'\n")
        .contains("export PRLEASE_SESSION='it'\\''s $(me)'\n")
        .contains("export PRLEASE_GRANT='")
        .containsPattern("export PRLEASE_FENCE='\\d+'\n");
  }

  @Test
  void a_shell_that_evaluates_a_refused_export_sees_the_failure() {
    desktop.as("alpha", "acquire");
    Answer refused = desktop.as("beta", "acquire", "--export");
    assertThat(refused.code()).isEqualTo(75);
    assertThat(refused.out()).isEqualTo("(exit 75)\n");
    assertThat(desktop.prlease("acquire", "--export", "--key", "nonsense").out())
        .isEqualTo("(exit 64)\n");
  }

  @Test
  void a_waiting_acquire_gets_the_lease_once_it_has_expired() {
    desktop.as("alpha", "acquire", "--ttl", "5m");
    Answer answer = desktop.as("beta", "acquire", "--wait", "10m", "--json");
    assertThat(answer.code()).isZero();
    assertThat(answer.json("origin")).isEqualTo("reclaimed");
    assertThat(Duration.between(dev.prlease.testkit.ManualClock.START, desktop.clock.now()))
        .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(5).plusSeconds(2));
  }

  @Test
  void P13_a_call_that_is_interrupted_gives_back_what_it_took_and_exits_with_130() {
    Thread.currentThread().interrupt();
    Answer answer = desktop.as("alpha", "acquire");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(answer)
        .isEqualTo(
            new Answer(
                130, "", "prlease acquire: interrupted: the lease on acme/app#42 is given back\n"));
    assertThat(desktop.as("beta", "acquire").code()).isZero();
    Thread.currentThread().interrupt();
    assertThat(desktop.as("alpha", "acquire", "--wait", "1h").code()).isEqualTo(130);
  }

  @Test
  void a_wait_that_is_over_exits_with_124() {
    desktop.as("alpha", "acquire");
    Answer answer = desktop.as("beta", "acquire", "--wait", "2m");
    assertThat(answer.code()).isEqualTo(124);
    assertThat(answer.err())
        .contains(
            "prlease acquire: timed out waiting: acme/app#42 is already being driven by session"
                + " alpha; standing down");
  }

  @Test
  void what_a_session_holds_is_not_cut_short_unasked() {
    desktop.as("alpha", "acquire", "--ttl", "1h");
    assertThat(desktop.as("alpha", "acquire", "--json").json("ttl_secs")).isEqualTo("3600");
    assertThat(desktop.as("alpha", "acquire", "--ttl", "5m", "--json").json("ttl_secs"))
        .isEqualTo("300");
    assertThat(desktop.as("beta", "acquire", "--json").code()).isEqualTo(75);
  }

  @Test
  void a_TTL_over_24_hours_is_clamped_and_said_so() {
    Answer answer = desktop.as("alpha", "acquire", "--ttl", "9999999999999999999h", "--json");
    assertThat(answer.code()).isZero();
    assertThat(answer.json("ttl_secs")).isEqualTo("86400");
    assertThat(answer.err())
        .isEqualTo(
            "prlease: a lease lasts at most 24h: --ttl 9999999999999999999h is cut to that\n");
  }

  @Test
  void outside_a_worktree_acquire_makes_a_session_and_prints_it() {
    Answer answer = desktop.prlease("acquire", "--key", "acme/app#42");
    assertThat(answer.code()).isZero();
    assertThat(answer.out()).containsPattern("session [0-9a-f]{32}\n");
    int id = answer.out().indexOf("session ") + "session ".length();
    String session = answer.out().substring(id, id + 32);
    assertThat(answer.err())
        .isEqualTo(
            "prlease acquire: this is no git worktree, which would keep the session: to renew, assert"
                + " or release, add --session "
                + session
                + "\n");
    assertThat(desktop.as("alpha", "acquire", "--ttl", "1h").err()).doesNotContain("worktree");
    assertThat(desktop.as("alpha", "assert").code()).isEqualTo(76);
  }

  @Test
  void an_empty_PRLEASE_SESSION_is_refused_rather_than_replaced() {
    desktop.environment.put("PRLEASE_SESSION", "");
    assertThat(desktop.prlease("acquire", "--key", "acme/app#42"))
        .isEqualTo(
            new Answer(
                64,
                "",
                """
                prlease acquire: PRLEASE_SESSION is empty
                  next: Give it a session id, or leave it out altogether.
                """));
    assertThat(desktop.as("alpha", "acquire").code()).isZero();
    assertThat(desktop.prlease("status", "--key", "acme/app#42").code()).isZero();
  }

  @Test
  void keys_differ_in_case_and_are_the_same() {
    desktop.as("alpha", "acquire");
    assertThat(desktop.prlease("acquire", "--key", "ACME/App#42", "--session", "beta").code())
        .isEqualTo(75);
  }

  @Test
  void B20_a_signal_while_the_answer_is_given_leaves_nothing_held() {
    desktop.whenAnswering = () -> Thread.currentThread().interrupt();
    Answer acquired = desktop.as("alpha", "acquire", "--json");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(acquired.code()).isEqualTo(130);
    assertThat(desktop.as("beta", "acquire").code()).isZero();
    desktop.whenAnswering = () -> Thread.currentThread().interrupt();
    assertThat(desktop.as("gamma", "adopt", "--from", "beta").code()).isEqualTo(130);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(desktop.prlease("status", "--key", "acme/app#42").out())
        .startsWith("acme/app#42: free\n");
  }

  @Test
  void B20_a_shell_that_evaluates_the_export_fails_too() {
    desktop.whenAnswering = () -> Thread.currentThread().interrupt();
    Answer acquired = desktop.as("alpha", "acquire", "--export");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(acquired.code()).isEqualTo(130);
    assertThat(acquired.out()).startsWith("export ").endsWith("\n(exit 130)\n");
  }

  @Test
  void B1_a_refresh_that_is_interrupted_leaves_held_what_was_held_before() {
    desktop.as("alpha", "acquire");
    desktop.clock.advance(Duration.ofMinutes(1));
    Thread.currentThread().interrupt();
    Answer again = desktop.as("alpha", "acquire");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(again)
        .isEqualTo(
            new Answer(
                130,
                "",
                "prlease acquire: interrupted: the lease on acme/app#42 stays held, as it was"
                    + " before\n"));
    assertThat(desktop.as("alpha", "assert").code()).isZero();
    desktop.whenAnswering = () -> Thread.currentThread().interrupt();
    assertThat(desktop.as("alpha", "acquire").code()).isEqualTo(130);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(desktop.as("beta", "acquire").code()).isEqualTo(75);
    assertThat(desktop.events()).doesNotContain("released");
  }

  @Test
  void B3_once_the_end_of_the_process_has_begun_nothing_is_taken() {
    desktop.shutdown =
        () -> {
          throw new InterruptedException("interrupted before anything was taken");
        };
    assertThat(desktop.as("alpha", "acquire"))
        .isEqualTo(new Answer(130, "", "prlease acquire: interrupted before anything was taken\n"));
    assertThat(desktop.as("alpha", "status").out()).startsWith("acme/app#42: free\n");
  }
}

package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaseCommandsTest {
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
            new Answer(130, "", "prlease acquire: interrupted; what was taken is given back\n"));
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
        .startsWith(
            "prlease acquire: timed out waiting: acme/app#42 is already being driven by session"
                + " alpha");
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
  void outside_a_worktree_acquire_makes_a_session_and_prints_it() {
    Answer answer = desktop.prlease("acquire", "--key", "acme/app#42");
    assertThat(answer.code()).isZero();
    assertThat(answer.out()).containsPattern("session [0-9a-f]{32}\n");
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
    assertThat(answer.json("code")).isEqualTo("expired");
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

  @Test
  void status_tells_the_state_by_its_exit_code_when_asked() {
    assertThat(desktop.as("beta", "status", "--exit-code").code()).isZero();
    desktop.as("alpha", "acquire");
    assertThat(desktop.as("beta", "status", "--exit-code").code()).isEqualTo(75);
    assertThat(desktop.as("beta", "status").code()).isZero();
    assertThat(desktop.as("alpha", "status", "--exit-code").code()).isZero();
    desktop.clock.advance(Duration.ofMinutes(15));
    Answer expired = desktop.as("beta", "status", "--exit-code");
    assertThat(expired.code()).isEqualTo(77);
    assertThat(expired.out()).startsWith("acme/app#42: expired; session alpha held it last\n");
    desktop.plant("{\"record\": 7}");
    assertThat(desktop.as("beta", "status", "--exit-code").code()).isEqualTo(65);
    assertThat(desktop.as("beta", "status").code()).isZero();
  }

  @Test
  void status_json_has_all_fields_in_every_state() {
    Answer free = desktop.prlease("status", "--key", "acme/app#42", "--json");
    Golden.check("status-json-free", golden(free.out()));
    desktop.as("alpha", "acquire");
    Golden.check(
        "status-json-held",
        golden(desktop.prlease("status", "--key", "acme/app#42", "--json").out()));
    desktop.plant("nonsense");
    Answer unreadable = desktop.prlease("status", "--key", "acme/app#42", "--json");
    assertThat(unreadable.json("state")).isEqualTo("unreadable");
    assertThat(unreadable.json("owner_session_id")).isEqualTo("null");
    assertThat(unreadable.json("reason")).isNotEmpty();
  }

  @Test
  void list_shows_what_is_held_by_repository_and_session() {
    desktop.as("alpha", "acquire");
    desktop.prlease("acquire", "--key", "acme/lib#7", "--session", "beta", "--ttl", "2h");
    desktop.prlease("acquire", "--key", "ghe.example.com/acme/app#1", "--session", "alpha");
    Golden.check("list", golden(desktop.prlease("list").out()));
    assertThat(desktop.prlease("list", "--repo", "acme/app").out().lines()).hasSize(2);
    assertThat(desktop.prlease("list", "--session", "alpha").out().lines()).hasSize(3);
    assertThat(desktop.prlease("list", "--session", "nobody"))
        .satisfies(answer -> assertThat(answer.out()).isEmpty())
        .satisfies(answer -> assertThat(answer.err()).startsWith("no leases in file:"));
    assertThat(desktop.prlease("list", "--session", "nobody", "--json").out()).isEqualTo("[]\n");
    assertThat(desktop.prlease("list", "--json").out())
        .startsWith("[\n  {\n    \"key\": \"acme/app#42\",\n    \"state\": \"held\"");
  }

  /** A symbolic link: what else may stand there is the store's to tell. */
  @Test
  void list_shows_what_it_can_and_tells_of_what_it_cannot_read() throws Exception {
    desktop.as("alpha", "acquire");
    Path odd = desktop.home.resolve("leases/acme__lib__pr-7.json");
    Files.createSymbolicLink(odd, desktop.record());
    Answer listed = desktop.prlease("list");
    assertThat(listed.code()).isEqualTo(74);
    assertThat(listed.out().lines()).hasSize(3);
    assertThat(listed.out()).containsPattern("acme/app#42 +held").containsPattern("lib#7 +error");
    assertThat(listed.err())
        .isEqualTo(
            "prlease list: "
                + odd
                + " is a symbolic link, not a regular file, and was not opened\n"
                + "  next: Find out who put it there, and move it away: nobody acquires that lease"
                + " while it stands there.\n");
    Answer json = desktop.prlease("list", "--json", "--repo", "acme/lib");
    assertThat(json.code()).isEqualTo(74);
    assertThat(json.json("key")).isEqualTo("acme/lib#7");
    assertThat(json.json("state")).isEqualTo("error");
    assertThat(json.json("slot")).isEqualTo("acme__lib__pr-7.json");
    assertThat(json.json("reason")).endsWith("was not opened");
    assertThat(desktop.prlease("list", "--repo", "acme/app").code()).isZero();
  }

  @Test
  void list_names_the_slot_of_an_unreadable_record_and_its_key_if_that_can_be_told() {
    desktop.plant("nonsense");
    Answer known = desktop.prlease("list", "--json");
    assertThat(known.code()).isZero();
    assertThat(known.json("state")).isEqualTo("unreadable");
    assertThat(known.json("key")).isEqualTo("acme/app#42");
    assertThat(known.json("slot")).isEqualTo("acme__app__pr-42.json");
    Desktop.write(desktop.home.resolve("leases/zzz.json"), "junk");
    assertThat(desktop.prlease("list").out()).containsPattern("(?m)^zzz\\.json +unreadable");
    assertThat(desktop.prlease("list", "--json").out())
        .contains("\"key\": null")
        .contains("\"slot\": \"zzz.json\"");
  }

  @Test
  void P8_list_shows_a_record_of_another_key_as_blocking_the_key_it_lies_under() throws Exception {
    desktop.prlease("acquire", "--key", "acme/lib#7", "--session", "alpha");
    Files.move(desktop.home.resolve("leases/acme__lib__pr-7.json"), desktop.record());
    Answer listed = desktop.prlease("list");
    assertThat(listed.code()).isZero();
    assertThat(listed.out().lines()).hasSize(2);
    assertThat(listed.out())
        .containsPattern("acme/app#42 +mismatched +alpha +- +a record of acme/lib#7\n");
    Answer json = desktop.prlease("list", "--json");
    assertThat(json.json("key")).isEqualTo("acme/app#42");
    assertThat(json.json("record_key")).isEqualTo("acme/lib#7");
    assertThat(desktop.as("beta", "acquire").code()).isEqualTo(65);
  }

  @Test
  void L35_adopt_moves_a_live_lease_to_this_session() {
    Answer before = desktop.as("alpha", "acquire", "--json");
    Answer adopted = desktop.as("beta", "adopt", "--from", "alpha", "--json");
    assertThat(adopted.code()).isZero();
    assertThat(adopted.json("owner_session_id")).isEqualTo("beta");
    assertThat(adopted.json("origin")).isEqualTo("adopted");
    assertThat(Long.parseLong(adopted.json("fence")))
        .isGreaterThan(Long.parseLong(before.json("fence")));
    assertThat(desktop.as("alpha", "assert").code()).isEqualTo(76);
    assertThat(desktop.as("gamma", "adopt", "--from", "alpha").code()).isEqualTo(76);
    assertThat(desktop.as("beta", "adopt", "--from", "beta").code()).isEqualTo(64);
  }

  @Test
  void break_frees_the_key_and_tells_until_when_its_holder_may_act() {
    desktop.as("alpha", "acquire");
    Answer broken = desktop.as("op", "break", "--reason", "its machine is gone");
    assertThat(broken.code()).isZero();
    Golden.check("break", golden(broken.out()));
    assertThat(desktop.as("beta", "acquire").code()).isZero();
    assertThat(desktop.as("alpha", "assert").code()).isEqualTo(76);
    desktop.as("beta", "release");
    assertThat(desktop.as("op", "break", "--reason", "again").code()).isEqualTo(76);
  }

  @Test
  void break_ends_an_unreadable_record_and_keeps_a_copy() throws Exception {
    desktop.plant("nonsense");
    Answer broken = desktop.as("op", "break", "--reason", "garbage", "--json");
    assertThat(broken.code()).isZero();
    assertThat(broken.json("former_holder_may_act_until")).isEqualTo("null");
    try (var kept = Files.list(desktop.home.resolve("leases/quarantine"))) {
      assertThat(kept.filter(file -> readString(file).equals("nonsense"))).hasSize(1);
    }
  }

  private static String readString(Path file) {
    try {
      return Files.readString(file);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void an_older_stranger_can_paint_nobodys_terminal() {
    desktop.as("alpha", "acquire");
    desktop.plant(
        "{\"record\":{\"schema_version\":1,\"key\":{\"repo\":\"acme/app\",\"pr_number\":42},"
            + "\"owner_session_id\":\"x\\u001b[2J\\u202ey\\nz\",\"acquired_at\":\""
            + desktop.clock.now()
            + "\",\"ttl_secs\":900,\"holder\":{\"host\":\"h\\u009b1m\",\"program\":\"p\\r\"}}}");
    for (Answer answer :
        java.util.List.of(
            desktop.as("beta", "acquire"),
            desktop.prlease("status", "--key", "acme/app#42"),
            desktop.prlease("status", "--key", "acme/app#42", "--json"),
            desktop.prlease("list"),
            desktop.as("beta", "release"),
            desktop.as("beta", "assert"))) {
      assertThat(answer.out() + answer.err())
          .containsIgnoringCase("x\\u001b[2J\\u202ey")
          .doesNotContainPattern("[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u202e]");
    }
  }

  @Test
  void keys_differ_in_case_and_are_the_same() {
    desktop.as("alpha", "acquire");
    assertThat(desktop.prlease("acquire", "--key", "ACME/App#42", "--session", "beta").code())
        .isEqualTo(75);
  }
}

package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code prlease status} and {@code list}. */
class LookingCommandsTest {
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
  void list_says_so_when_there_is_nothing() {
    Answer nothing = desktop.prlease("list");
    assertThat(nothing.code()).isZero();
    assertThat(nothing.err()).startsWith("no leases in file:");
    Answer empty = desktop.prlease("list", "--session", "");
    assertThat(empty.code()).isEqualTo(64);
    assertThat(empty.err()).startsWith("prlease list: --session is empty\n");
    assertThat(desktop.prlease("list", "--repo", "acme/app.git").code()).isEqualTo(64);
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
        .satisfies(answer -> assertThat(answer.err()).startsWith("no such leases in file:"));
    assertThat(desktop.prlease("list", "--session", "nobody", "--json").out()).isEqualTo("[]\n");
    assertThat(desktop.prlease("list", "--json").out())
        .startsWith("[\n  {\n    \"key\": \"acme/app#42\",\n    \"state\": \"held\"");
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
}

package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With {@code --json} there is one JSON object on stdout, whatever becomes of the call. */
class JsonErrorsTest {
  private static final List<String> OF_ONE_LEASE =
      List.of("acquire", "renew", "assert", "release", "status", "adopt", "break");

  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() {
    desktop = new Desktop(top);
  }

  /** The text fields of the one object that {@code answer} consists of. */
  private static Map<String, String> object(Answer answer) {
    Map<String, String> fields = new LinkedHashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(answer.out())) {
      assertThat(parser.nextToken()).as(answer.err()).isEqualTo(JsonToken.START_OBJECT);
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        fields.put(name, String.valueOf(parser.getText()));
        parser.skipChildren();
      }
      assertThat(parser.nextToken()).as("one value").isNull();
    } catch (IOException malformed) {
      throw new AssertionError(answer.out(), malformed);
    }
    return fields;
  }

  private void check(int code, String error, String session, String command, String... more) {
    List<String> words = new ArrayList<>(List.of(more));
    if (command.equals("adopt") && !words.contains("--from")) {
      words.addAll(List.of("--from", "somebody"));
    }
    if (command.equals("break")) {
      words.addAll(List.of("--reason", "test"));
    }
    words.add("--json");
    check(code, error, desktop.as(session, command, words.toArray(new String[0])));
  }

  private static Map<String, String> check(int code, String error, Answer answer) {
    assertThat(answer.code()).as(answer.err()).isEqualTo(code);
    Map<String, String> fields = object(answer);
    assertThat(fields)
        .containsEntry("error", error)
        .containsEntry("more", "prlease help " + error)
        .containsKeys("message", "next", "key");
    assertThat(answer.err().lines().filter(line -> line.contains(fields.get("message"))))
        .as("the same words for people: %s", answer.err())
        .hasSize(1);
    return fields;
  }

  @Test
  void a_lease_that_another_session_holds() {
    desktop.as("alpha", "acquire");
    Map<String, String> fields = check(75, "already-held", desktop.as("beta", "acquire", "--json"));
    assertThat(fields)
        .containsEntry("outcome", "held")
        .containsEntry("key", "acme/app#42")
        .containsEntry("owner_session_id", "alpha")
        .containsEntry("next", "prlease status --key acme/app#42")
        .containsKeys("granted_at", "expires_at", "ttl_secs", "fence", "holder", "store");
    assertThat(check(124, "wait-timeout", desktop.as("beta", "acquire", "--wait", "2s", "--json")))
        .containsEntry("outcome", "held")
        .containsEntry("owner_session_id", "alpha");
    desktop.makeRun(99);
    check(75, "already-held", "alpha", "release");
    check(75, "already-held", "beta", "adopt", "--from", "alpha");
  }

  @Test
  void a_lease_that_the_session_does_not_hold() {
    for (String command : List.of("renew", "assert", "adopt", "break")) {
      check(76, "not-owner", "alpha", command);
    }
    desktop.as("alpha", "acquire");
    desktop.clock.advance(Duration.ofMinutes(15));
    check(77, "expired", "alpha", "renew");
    check(77, "expired", "alpha", "assert");
    check(77, "expired", "beta", "adopt", "--from", "alpha");
    assertThat(object(desktop.as("alpha", "assert", "--json"))).containsEntry("owned", "false");
    desktop.environment.putAll(
        Map.of(
            "PRLEASE_KEY", "acme/app#42",
            "PRLEASE_SESSION", "alpha",
            "PRLEASE_GRANT", "g",
            "PRLEASE_FENCE", "1"));
    check(76, "not-owner", desktop.prlease("acquire", "--json"));
  }

  @Test
  void a_session_that_a_worktree_does_not_have() {
    desktop.makeWorktree();
    for (String command : List.of("renew", "assert")) {
      check(76, "not-owner", desktop.prlease(command, "--key", "acme/app#42", "--json"));
    }
  }

  @Test
  void a_record_that_is_unreadable_or_of_another_key() {
    desktop.plant("nonsense");
    check(65, "corrupt-record", "alpha", "assert");
    check(65, "corrupt-record", "alpha", "renew");
    desktop.plant("{\"record\":{\"schema_version\":2}}");
    check(65, "unsupported-version", "alpha", "assert");
    desktop.plant(
        "{\"record\":{\"schema_version\":1,\"key\":{\"repo\":\"acme/app\",\"pr_number\":43},"
            + "\"owner_session_id\":\"alpha\",\"acquired_at\":\""
            + desktop.clock.now()
            + "\",\"ttl_secs\":900}}");
    for (String command : List.of("acquire", "renew", "assert", "release", "status", "adopt")) {
      check(65, "key-mismatch", "alpha", command);
    }
  }

  @Test
  void a_store_that_fails() throws IOException {
    desktop.as("alpha", "acquire");
    Path elsewhere = desktop.directory.resolve("elsewhere");
    Files.move(desktop.record(), elsewhere);
    Files.createSymbolicLink(desktop.record(), elsewhere);
    for (String command : OF_ONE_LEASE) {
      check(74, "store-failed", "alpha", command);
    }
  }

  @Test
  void something_that_is_set_up_wrongly() {
    for (String command : OF_ONE_LEASE) {
      check(78, "configuration", "alpha", command, "--store", "nowhere:x");
    }
    check(78, "configuration", desktop.prlease("list", "--json", "--store", "nowhere:x"));
  }

  @Test
  void a_call_that_is_wrong() {
    for (String call :
        List.of(
            "acquire --json --pr 42",
            "acquire --json --key nonsense",
            "acquire --json --key acme/app#42 --ttl 0",
            "acquire --json --key acme/app#42 --store=",
            "assert --key acme/app#42 --json",
            "renew --key acme/app#42 --json --no-such-option",
            "list --json extra",
            "audit --json --since yesterday",
            "aquire --json",
            "--json status",
            "run --json -- true")) {
      assertThat(check(64, "usage", desktop.prlease(call.split(" ")))).containsEntry("key", "null");
    }
    assertThat(desktop.prlease("run", "--", "true", "--json").out())
        .as("what stands behind -- is no option of ours")
        .isEmpty();
  }

  @Test
  void a_signal_and_a_fault() {
    Thread.currentThread().interrupt();
    check(130, "interrupted", "alpha", "acquire");
    assertThat(Thread.interrupted()).isFalse();
    desktop.processes.breakDown();
    check(70, "internal", "alpha", "acquire");
  }

  @Test
  void a_signal_while_it_waits_for_a_lease_that_it_names() {
    desktop.as("alpha", "acquire");
    desktop.duringPauses.add(() -> Thread.currentThread().interrupt());
    Answer answer = desktop.as("beta", "acquire", "--wait", "5m", "--json");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(check(130, "interrupted", answer)).containsEntry("key", "acme/app#42");
  }

  @Test
  void an_answer_that_was_given_stays_the_only_one() {
    desktop.whenAnswering = () -> Thread.currentThread().interrupt();
    Answer answer = desktop.as("alpha", "acquire", "--json");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(answer.code()).isEqualTo(130);
    assertThat(object(answer)).containsEntry("outcome", "acquired");
  }
}

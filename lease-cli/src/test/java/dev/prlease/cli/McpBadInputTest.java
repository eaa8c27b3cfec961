package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code prlease mcp} and clients that do not keep to the protocol. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class McpBadInputTest {
  private static final String ON_42 = "{\"repository\":\"acme/app\",\"pull_request\":42%s}";

  @TempDir private static Path ofAll = Path.of("");
  private static Optional<McpPipe> shared = Optional.empty();

  @TempDir Path top = Path.of("");
  private Processing processing;

  /** One server for all that leaves no trace: nothing that is said to it does it any harm. */
  @BeforeAll
  static void startShared() throws IOException {
    shared = Optional.of(new McpPipe(new Processing(ofAll)));
  }

  @AfterAll
  static void endShared() throws Exception {
    try (McpPipe pipe = shared.orElseThrow()) {
      assertThat(pipe.hangUp()).isEqualTo(new Answer(0, "", ""));
    }
  }

  @BeforeEach
  void prepare() throws IOException {
    processing = new Processing(top);
  }

  private static String on42(String more) {
    return ON_42.formatted(more);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage",
        "{",
        "[]",
        "null",
        "{}",
        "{\"jsonrpc\":\"2.0\"}",
        "\u0000",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}"
      })
  void a_line_that_is_no_message_is_answered_and_the_next_one_read(String line) throws Exception {
    McpPipe pipe = shared.orElseThrow();
    pipe.send(line);
    assertThat(pipe.next().path("error").path("code").asInt()).isLessThan(-32000);
    assertThat(pipe.answer("lease_list", "{}").path("result").asText()).isEqualTo("done");
  }

  @Test
  void depth_without_end_is_no_message() throws Exception {
    McpPipe pipe = shared.orElseThrow();
    pipe.send("[".repeat(200_000));
    assertThat(pipe.next().path("error").path("code").asInt()).isEqualTo(-32700);
    assertThat(pipe.answer("lease_list", "{}").path("result").asText()).isEqualTo("done");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"name\":\"lease_list\",\"arguments\":[1]} | no object",
        "{\"name\":\"lease_list\",\"arguments\":\"x\"} | no object",
        "{\"name\":7} | without the name",
        "{} | without the name",
        "[] | without the name",
        "{\"name\":\"lease_break\",\"arguments\":{}} | there is no tool 'lease_break'",
        "{\"name\":\"lease_acquire\"} | 'repository' is missing; 'pull_request' is missing",
        "{\"name\":\"lease_acquire\",\"arguments\":{\"repository\":\"acme/app\",\"pull_request\":\"42\"}}"
            + " | 'pull_request' must be a whole number",
        "{\"name\":\"lease_acquire\",\"arguments\":{\"repository\":\"acme/app\",\"pull_request\":0}}"
            + " | from 1 to",
        "{\"name\":\"lease_acquire\",\"arguments\":{\"repository\":\"acme/../x\",\"pull_request\":1}}"
            + " | 'repository'",
        "{\"name\":\"lease_acquire\",\"arguments\":{\"repository\":\"issue:acme/app\",\"pull_request\":1}}"
            + " | is no pull request",
        "{\"name\":\"lease_acquire\",\"arguments\":{\"repository\":\"acme/app\",\"pull_request\":1,\"force\":true}}"
            + " | there is no argument 'force'",
        "{\"name\":\"lease_acquire\",\"arguments\":{\"repository\":\"acme/app\",\"pull_request\":1,\"ttl\":\"-5m\"}}"
            + " | 'ttl' must",
        "{\"name\":\"lease_acquire\",\"arguments\":{\"repository\":\"acme/app\",\"pull_request\":1,\"ttl\":\"--json\"}}"
            + " | no duration",
        "{\"name\":\"pr_push\",\"arguments\":{\"repository\":\"acme/app\",\"pull_request\":1,\"directory\":\".\"}}"
            + " | no absolute path",
        "{\"name\":\"pr_push\",\"arguments\":{\"repository\":\"acme/app\",\"pull_request\":1,\"directory\":\"/\",\"remote\":\"--session=x\"}}"
            + " | looks like an option",
        "{\"name\":\"pr_merge\",\"arguments\":{\"repository\":\"acme/app\",\"pull_request\":1,\"method\":\"admin\"}}"
            + " | must be one of squash",
        "{\"name\":\"claim_break\",\"arguments\":{}} | there is no tool 'claim_break'",
        "{\"name\":\"claim_take\"}"
            + " | 'repository' is missing; 'issue' is missing; 'worktree' is missing",
        "{\"name\":\"claim_take\",\"arguments\":{\"repository\":\"acme/app\",\"issue\":1,\"worktree\":\".\"}}"
            + " | 'worktree' is no absolute path",
        "{\"name\":\"claim_take\",\"arguments\":{\"repository\":\"acme/app\",\"issue\":1,\"worktree\":\"\\u0000\"}}"
            + " | 'worktree' is no absolute path",
        "{\"name\":\"claim_take\",\"arguments\":{\"repository\":\"issue:acme/app\",\"issue\":1,\"worktree\":\"/\"}}"
            + " | 'repository'",
        "{\"name\":\"claim_renew\",\"arguments\":{\"repository\":\"acme/app\",\"issue\":1,\"worktree\":\"/\",\"owner\":true}}"
            + " | there is no argument 'owner'",
        "{\"name\":\"claim_renew\",\"arguments\":{\"repository\":\"acme/app\",\"issue\":1,\"worktree\":\"/\",\"user\":\"kim\"}}"
            + " | there is no argument 'user'",
        "{\"name\":\"claim_renew\",\"arguments\":{\"repository\":\"acme/app\",\"issue\":1.5,\"worktree\":\"/\"}}"
            + " | 'issue' must be a whole number",
        "{\"name\":\"claim_take\",\"arguments\":{\"repository\":\"acme/app\",\"issue\":1,\"worktree\":\"/\",\"holder_pid\":0}}"
            + " | 'holder_pid' must be a whole number from 1",
        "{\"name\":\"claim_adopt\",\"arguments\":{\"repository\":\"acme/app\",\"issue\":1,\"worktree\":\"/\"}}"
            + " | 'from' is missing",
        "{\"name\":\"lease_release\",\"arguments\":{\"repository\":\"issue:acme/app\",\"pull_request\":1}}"
            + " | is no pull request",
      })
  void a_call_that_fits_no_tool_is_an_answer_that_says_so(String params, String why)
      throws Exception {
    McpPipe pipe = shared.orElseThrow();
    pipe.send(
        "{\"jsonrpc\":\"2.0\",\"id\":7000,\"method\":\"tools/call\",\"params\":" + params + "}");
    JsonNode result = pipe.answerTo(7000).path("result");
    assertThat(result.path("isError").asBoolean()).isTrue();
    JsonNode told = result.path("structuredContent");
    assertThat(told.path("error").asText()).as(told.toString()).isEqualTo("usage");
    assertThat(told.path("message").asText()).contains(why);
    assertThat(told.path("next").asText()).isNotBlank();
  }

  @Test
  void ten_megabytes_are_refused_and_seventeen_are_not_even_read() throws Exception {
    McpPipe pipe = shared.orElseThrow();
    JsonNode told =
        pipe.answer("lease_acquire", on42(",\"session\":\"" + "x".repeat(10_000_000) + "\""));
    assertThat(told.path("message").asText())
        .isEqualTo("'session' has 10000000 characters, and may have 200 at most");
    JsonNode claim =
        pipe.answer(
            "claim_take",
            "{\"repository\":\"acme/app\",\"issue\":1,\"worktree\":\"/"
                + "x".repeat(10_000_000)
                + "\"}");
    assertThat(claim.path("message").asText())
        .isEqualTo("'worktree' has 10000001 characters, and may have 4096 at most");
    pipe.send("x".repeat(17_000_000));
    assertThat(pipe.next().path("error").path("message").asText()).contains("16 MiB");
    assertThat(pipe.answer("lease_list", "{}").path("result").asText()).isEqualTo("done");
  }

  @Test
  void another_version_of_the_protocol_is_answered_with_one_of_ours() throws Exception {
    try (McpPipe pipe = new McpPipe(processing, processing.directory, Map.of())) {
      JsonNode hello = pipe.shakeHands("1999-12-31");
      assertThat(hello.path("result").path("protocolVersion").asText()).isEqualTo("2025-11-25");
    }
    try (McpPipe pipe = new McpPipe(processing, processing.directory, Map.of())) {
      JsonNode hello = pipe.shakeHands("2024-11-05");
      assertThat(hello.path("result").path("protocolVersion").asText()).isEqualTo("2024-11-05");
    }
  }

  @Test
  void a_call_before_the_handshake_is_refused_and_takes_nothing() throws Exception {
    try (McpPipe pipe = new McpPipe(processing, processing.directory, Map.of())) {
      int early = pipe.call("lease_acquire", on42(""));
      assertThat(pipe.answerTo(early).path("error").path("message").asText())
          .contains("before the handshake");
      assertThat(processing.here("status", "--key", "acme/app#42").out()).contains("free");
    }
  }

  @Test
  void two_calls_at_once_are_both_answered_and_one_of_them_waits_for_nobody() throws Exception {
    processing.here("acquire", "--key", "acme/app#42", "--session", "somebody");
    try (McpPipe pipe = new McpPipe(processing)) {
      int waiting = startWaiting(pipe, "42");
      assertThat(pipe.answer("lease_list", "{}").path("result").asText()).isEqualTo("done");
      JsonNode second = pipe.answer("lease_acquire", on42(""));
      assertThat(second.path("error").asText()).isEqualTo("already-held");
      processing.here("release", "--key", "acme/app#42", "--session", "somebody");
      JsonNode first = pipe.answerTo(waiting).path("result").path("structuredContent");
      assertThat(first.path("outcome").asText()).as(first.toString()).isEqualTo("acquired");
    }
  }

  @Test
  void a_call_that_is_cancelled_takes_nothing_and_answers_nothing() throws Exception {
    processing.here("acquire", "--key", "acme/app#42", "--session", "somebody");
    try (McpPipe pipe = new McpPipe(processing)) {
      int waiting = startWaiting(pipe, "42");
      pipe.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
              + waiting
              + "}}");
      processing.here("release", "--key", "acme/app#42", "--session", "somebody");
      JsonNode next;
      do {
        // Until the cancelled call has ended, its session is at work on it.
        next = pipe.answer("lease_acquire", on42(""));
      } while (next.path("message").asText().contains("another tool call"));
      assertThat(next.path("origin").asText()).as(next.toString()).isEqualTo("fresh");
      assertThat(pipe.hangUp().out()).doesNotContain("\"id\":" + waiting + ",");
    }
  }

  /** Starts a call that waits for a lease, and returns its id once it does. */
  private static int startWaiting(McpPipe pipe, String number) throws IOException {
    String arguments = on42("").replace("42", number);
    int waiting = -1;
    while (true) {
      if (waiting < 0 || pipe.hasAnswered(waiting)) {
        // One that came while the look below was at work is refused.
        waiting = pipe.call("lease_acquire", on42(",\"wait\":\"10m\"").replace("42", number));
      }
      String looked = pipe.answer("lease_renew", arguments).path("message").asText();
      if (looked.startsWith("another tool call")) {
        return waiting;
      }
    }
  }

  @Test
  void the_end_of_input_in_the_middle_of_a_call_ends_it_and_gives_all_back() throws Exception {
    processing.here("acquire", "--key", "acme/app#7", "--session", "somebody");
    try (McpPipe pipe = new McpPipe(processing)) {
      assertThat(pipe.answer("lease_acquire", on42("")).path("result").asText()).isEqualTo("done");
      int unused = startWaiting(pipe, "7");
      Answer end = pipe.hangUp();
      assertThat(end.code()).isZero();
      assertThat(end.out()).isEmpty();
    }
    assertThat(processing.here("status", "--key", "acme/app#42").out()).contains("free");
    assertThat(processing.here("status", "--key", "acme/app#7").out()).contains("somebody");
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "INT, 130"})
  void a_signal_ends_it_as_the_end_of_input_does(String signal, int code) throws Exception {
    try (McpPipe pipe = new McpPipe(processing)) {
      assertThat(pipe.answer("lease_acquire", on42("")).path("result").asText()).isEqualTo("done");
      pipe.server.signal(signal);
      assertThat(pipe.server.process.waitFor()).isEqualTo(code);
    }
    assertThat(processing.here("status", "--key", "acme/app#42").out()).contains("free");
  }

  @Test
  void a_store_that_cannot_be_used_is_an_answer_too() throws Exception {
    try (McpPipe pipe =
        new McpPipe(processing, processing.directory, Map.of(), "--store", "nowhere:x")) {
      JsonNode unused = pipe.shakeHands("2025-06-18");
      JsonNode told = pipe.answer("lease_acquire", on42(""));
      assertThat(told.path("error").asText()).isEqualTo("configuration");
      JsonNode named = pipe.answer("lease_acquire", on42(",\"session\":\"me\""));
      assertThat(named.path("error").asText()).isEqualTo("configuration");
    }
  }
}

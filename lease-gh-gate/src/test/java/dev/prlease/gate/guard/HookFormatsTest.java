package dev.prlease.gate.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseRecord;
import dev.prlease.api.SessionId;
import dev.prlease.api.Ttl;
import dev.prlease.gate.guard.Verdict.Certainty;
import java.nio.file.Path;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What agents say to their hooks, and what they are answered. */
class HookFormatsTest {
  private static final Path HERE = Path.of("/here");

  @Test
  @DisplayName("Claude Code and Codex name command and directory")
  void claude() {
    assertThat(
            HookCall.read(
                "{\"session_id\":\"a\",\"transcript_path\":\"/t\",\"cwd\":\"/w\",\"permission_mode\":"
                    + "\"default\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"git"
                    + " push\",\"description\":\"d\",\"timeout\":1},\"tool_use_id\":\"u\"}",
                HERE))
        .isEqualTo(new HookCall.Shell("git push", Path.of("/w")));
  }

  @Test
  @DisplayName("A command may be a vector of words")
  void vector() {
    assertThat(
            HookCall.read(
                "{\"cwd\":\"/w\",\"tool_name\":\"Bash\",\"tool_input\":"
                    + "{\"command\":[\"bash\",\"-lc\",\"git push 'x'\"]}}",
                HERE))
        .isEqualTo(new HookCall.Shell("'bash' '-lc' 'git push '\\''x'\\'''", Path.of("/w")));
  }

  @Test
  @DisplayName("Gemini CLI names a directory below the project's")
  void gemini() {
    assertThat(
            HookCall.read(
                "{\"cwd\":\"/w\",\"hook_event_name\":\"BeforeTool\",\"tool_name\":\"run_shell_command\",\"tool_input\":{\"command\":\"git"
                    + " push\",\"directory\":\"sub\"}}",
                HERE))
        .isEqualTo(new HookCall.Shell("git push", Path.of("/w/sub")));
  }

  @Test
  @DisplayName("Cursor names the command at the top, and where no directory, a workspace")
  void cursor() {
    assertThat(
            HookCall.read(
                "{\"hook_event_name\":\"beforeShellExecution\",\"conversation_id\":\"c\",\"command\":\"git"
                    + " push\",\"cwd\":\"\",\"workspace_roots\":[\"/root/a\",\"/b\"]}",
                HERE))
        .isEqualTo(new HookCall.Shell("git push", Path.of("/root/a")));
  }

  @Test
  @DisplayName("Another tool is no business of the guard's")
  void otherTool() {
    assertThat(HookCall.read("{\"tool_name\":\"Edit\",\"tool_input\":{\"file_path\":\"x\"}}", HERE))
        .isInstanceOf(HookCall.Other.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "git push",
        "[]",
        "null",
        "{",
        "{\"tool_input\":{\"command\":\"git push\"",
        "{}x",
        "\u0000",
        "{\"tool_name\":\"Bash\",\"tool_input\":{}}",
        "{\"tool_name\":\"Bash\",\"tool_input\":7}"
      })
  @DisplayName("What cannot be understood is garbage")
  void garbage(String input) {
    assertThat(HookCall.read(input, HERE)).isInstanceOf(HookCall.Garbage.class);
  }

  @Property(tries = 500)
  @Label("No input throws")
  void neverThrows(@ForAll String input) {
    assertThatCode(() -> HookCall.read(input, HERE)).doesNotThrowAnyException();
    assertThatCode(() -> HookCall.read("{\"cwd\":" + input, HERE)).doesNotThrowAnyException();
  }

  @Test
  @DisplayName("Each agent gets the denial in its own form, and never a permission")
  void answers() throws Exception {
    String reason = "no: \"x\"\n\u001b é";
    ObjectMapper mapper = new ObjectMapper();
    for (HookKind kind : HookKind.values()) {
      if (kind != HookKind.PRE_PUSH) {
        String answer = HookAnswer.deny(kind, reason);
        assertThat(answer).doesNotContain("allow");
        JsonNode json = mapper.readTree(answer);
        String path =
            switch (kind) {
              case CLAUDE, CODEX -> "/hookSpecificOutput/permissionDecisionReason";
              case GEMINI -> "/reason";
              case CURSOR, PRE_PUSH -> "/agent_message";
            };
        assertThat(json.at(path).asText()).isEqualTo(reason);
      }
    }
    assertThat(
            mapper
                .readTree(HookAnswer.deny(HookKind.CLAUDE, "x"))
                .at("/hookSpecificOutput/permissionDecision")
                .asText())
        .isEqualTo("deny");
    assertThat(mapper.readTree(HookAnswer.deny(HookKind.GEMINI, "x")).at("/decision").asText())
        .isEqualTo("deny");
    assertThat(mapper.readTree(HookAnswer.deny(HookKind.CURSOR, "x")).at("/permission").asText())
        .isEqualTo("deny");
  }

  @Test
  @DisplayName("A denial names key, session, end and the commands to type")
  void words() {
    Instant now = Instant.parse("2026-03-01T10:00:00Z");
    Held held =
        Held.by(
            LeaseRecord.of(
                LeaseKey.parse("acme/app#7"), SessionId.of("it's them"), now, Ttl.DEFAULT));
    assertThat(
            Denial.lines(
                new Verdict.Deny(held, "this push would move its branch f", Certainty.KNOWN),
                now,
                " --store memory:x"))
        .containsExactly(
            "acme/app#7 is held by another session, it's them, until 2026-03-01T10:15:00Z (15 min"
                + " left): this push would move its branch f.",
            "Stand down: do not do the same in another way.",
            "See who it is: prlease status --key 'acme/app#7' --store memory:x",
            "Wait for it: prlease acquire --key 'acme/app#7' --wait 15m --store memory:x",
            "If that session was yours: prlease adopt --key 'acme/app#7' --from 'it'\\''s them'"
                + " --store memory:x");
    assertThat(
            String.join(
                " ", Denial.lines(new Verdict.Deny(held, "this", Certainty.POSSIBLE), now, "")))
        .contains("It cannot be told whether", "write branch, remote or number out");
  }
}

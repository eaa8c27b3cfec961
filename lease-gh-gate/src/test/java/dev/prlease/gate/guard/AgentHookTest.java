package dev.prlease.gate.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prlease.api.LeaseConfigurationException;
import dev.prlease.gate.guard.HookChange.Deed;
import dev.prlease.gate.guard.HookChange.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The guard in the settings of agents. */
class AgentHookTest {
  @TempDir Path top = Path.of("");

  private AgentHook hook(HookKind kind) {
    return new AgentHook(kind, top.resolve("project"), top.resolve("home"), AgentHook.Fixed.NO);
  }

  private Path settings(HookKind kind) {
    return hook(kind).install(Mode.DRY_RUN).file();
  }

  private Path settings(HookKind kind, String content) throws IOException {
    Path file = settings(kind);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  @ParameterizedTest
  @CsvSource({
    "CLAUDE, .claude/settings.json, /hooks/PreToolUse/0/matcher, Bash",
    "CODEX, .codex/hooks.json, /hooks/PreToolUse/0/matcher, ^Bash$",
    "GEMINI, .gemini/settings.json, /hooks/BeforeTool/0/matcher, run_shell_command",
    "CURSOR, .cursor/hooks.json, /version, 1"
  })
  @DisplayName("Where there are no settings they are made, and gone again after uninstalling")
  void fresh(HookKind kind, String file, String path, String value) throws IOException {
    HookChange change = hook(kind).install(Mode.CHANGE);
    assertThat(change.deed()).isEqualTo(Deed.INSTALLED);
    assertThat(change.file()).isEqualTo(top.resolve("project").resolve(file));
    JsonNode json = new ObjectMapper().readTree(change.file().toFile());
    assertThat(json.at(path).asText()).isEqualTo(value);
    assertThat(json.findValuesAsText("command"))
        .singleElement()
        .asString()
        .endsWith(" " + kind.word());
    assertThat(hook(kind).install(Mode.CHANGE).deed()).isEqualTo(Deed.UNCHANGED);
    assertThat(hook(kind).uninstall(Mode.CHANGE).deed()).isEqualTo(Deed.RESTORED);
    assertThat(change.file()).doesNotExist();
    assertThat(hook(kind).uninstall(Mode.CHANGE).deed()).isEqualTo(Deed.ABSENT);
  }

  static Stream<String> documents() {
    return Stream.of(
        "{}",
        "{}\n",
        " { } ",
        "{\n}\n",
        "{\"model\": \"x\"}",
        "{\n  \"model\": \"x\",\n  \"z\": 1.50e3,\n  \"a\": [1,2 , 3]\n}\n",
        "{\r\n\t\"model\": \"x\"\r\n}\r\n",
        "{\n    \"hooks\": {}\n}",
        "{\n  \"hooks\": {\n    \"PreToolUse\": []\n  },\n  \"after\": true\n}\n",
        """
        {
          "hooks": {
            "PreToolUse": [
              {
                "matcher": "Edit",
                "hooks": [ { "type": "command", "command": "lint" } ]
              }
            ],
            "Stop": []
          }
        }
        """,
        "{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"Bash\",\"hooks\":[{\"type\":\"command\",\"command\":\"x\"}]}]}}",
        "{\"permissions\":{\"allow\":[\"Bash(git push:*)\"]},\"note\":\"prlease-guard \\u00e9"
            + " \\/\"}");
  }

  @ParameterizedTest
  @MethodSource("documents")
  @DisplayName("What was there stays as it is written, and comes back to the last byte")
  void mergesAndRestores(String before) throws IOException {
    Path file = settings(HookKind.CLAUDE, before);
    assertThat(hook(HookKind.CLAUDE).install(Mode.CHANGE).deed()).isEqualTo(Deed.INSTALLED);
    String after = Files.readString(file);
    assertThat(without(after)).isEqualTo(plain(before));
    assertThat(hook(HookKind.CLAUDE).install(Mode.CHANGE).deed()).isEqualTo(Deed.UNCHANGED);
    assertThat(Files.readString(file)).isEqualTo(after);
    assertThat(hook(HookKind.CLAUDE).uninstall(Mode.CHANGE).deed()).isEqualTo(Deed.RESTORED);
    assertThat(Files.readString(file)).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("documents")
  @DisplayName("What somebody changed since stays when only ours is taken out")
  void removesOnlyOurs(String before) throws IOException {
    Path file = settings(HookKind.CLAUDE, before);
    hook(HookKind.CLAUDE).install(Mode.CHANGE);
    String changed = Files.readString(file).stripTrailing();
    changed = changed.substring(0, changed.length() - 1) + ", \"since\": [ 1 ] }";
    Files.writeString(file, changed);
    assertThat(hook(HookKind.CLAUDE).uninstall(Mode.CHANGE).deed()).isEqualTo(Deed.REMOVED);
    ObjectNode expected = plain(before);
    expected.putArray("since").add(1);
    assertThat(plain(Files.readString(file))).isEqualTo(expected);
    assertThat(Files.readString(file)).contains("[ 1 ]");
  }

  /** The document without empty hooks. */
  private static ObjectNode plain(String document) throws IOException {
    ObjectNode root = (ObjectNode) new ObjectMapper().readTree(document);
    if (root.get("hooks") instanceof ObjectNode hooks) {
      if (hooks.get("PreToolUse") instanceof ArrayNode entries && entries.isEmpty()) {
        hooks.remove("PreToolUse");
      }
      if (hooks.isEmpty()) {
        root.remove("hooks");
      }
    }
    return root;
  }

  /** The document without our entry. */
  private static ObjectNode without(String document) throws IOException {
    ObjectNode root = (ObjectNode) new ObjectMapper().readTree(document);
    ArrayNode entries = (ArrayNode) root.at("/hooks/PreToolUse");
    assertThat(entries.get(entries.size() - 1).toString()).contains("prlease-guard claude");
    entries.remove(entries.size() - 1);
    return plain(root.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "// settings\n{}",
        "{ \"a\": 1, // why\n \"b\": 2 }",
        "{\"a\": 1,}",
        "{",
        "[]",
        "\"x\"",
        "{} {}",
        "{\"hooks\": []}",
        "{\"hooks\": {\"PreToolUse\": {}}}",
        "{\"a\": 1, \"a\": 2}",
        "\ufeff{}",
        "null"
      })
  @DisplayName("What is no plain JSON is left alone, with a line that says what to do by hand")
  void refuses(String before) throws IOException {
    Path file = settings(HookKind.CLAUDE, before);
    assertThatThrownBy(() -> hook(HookKind.CLAUDE).install(Mode.CHANGE))
        .isInstanceOfSatisfying(
            LeaseConfigurationException.class,
            refused -> {
              assertThat(refused).hasMessageContaining("left as it is");
              assertThat(refused.nextStep()).contains("by hand").contains("PreToolUse");
            });
    assertThat(Files.readString(file)).isEqualTo(before);
  }

  @Test
  @DisplayName("Without its comments a text says the same, at the same places")
  void withoutComments() {
    assertThat(JsonText.withoutComments("{\"a//\\\"/*\": \"http://x\" // b\n/* \" */ }"))
        .isEqualTo("{\"a//\\\"/*\": \"http://x\"     \n        }");
    for (String open : new String[] {"", "\"", "\"\\", "//", "/*", "/", "/* *"}) {
      assertThat(JsonText.withoutComments(open)).as(open).hasSameSizeAs(open);
    }
  }

  @Test
  @DisplayName("A comment is named as what stands in the way, with its line")
  void comment() throws IOException {
    settings(HookKind.GEMINI, "{\n  // mine\n  \"a\": 1\n}");
    assertThatThrownBy(() -> hook(HookKind.GEMINI).install(Mode.CHANGE))
        .hasMessageContaining("comments, in line 2");
  }

  @Test
  @DisplayName("Settings behind a symbolic link are changed there, and the link stays")
  void symbolicLink() throws IOException {
    Path real = Files.writeString(top.resolve("dotfiles.json"), "{\"a\": 1}");
    Path file = settings(HookKind.CLAUDE);
    Files.createDirectories(file.getParent());
    Files.createSymbolicLink(file, real);
    assertThat(hook(HookKind.CLAUDE).install(Mode.CHANGE).file()).isEqualTo(real.toRealPath());
    assertThat(file).isSymbolicLink();
    assertThat(real).content().contains("prlease-guard");
    hook(HookKind.CLAUDE).uninstall(Mode.CHANGE);
    assertThat(file).isSymbolicLink();
    assertThat(real).hasContent("{\"a\": 1}");
  }

  @Test
  @DisplayName("A link that leads nowhere, and a directory, are refused")
  void oddEntries() throws IOException {
    Path file = settings(HookKind.CLAUDE);
    Files.createDirectories(file.getParent());
    Files.createSymbolicLink(file, top.resolve("nowhere"));
    assertThatThrownBy(() -> hook(HookKind.CLAUDE).install(Mode.CHANGE))
        .hasMessageContaining("leads nowhere");
    Files.delete(file);
    Files.createDirectory(file);
    assertThatThrownBy(() -> hook(HookKind.CLAUDE).install(Mode.CHANGE))
        .hasMessageContaining("no regular file");
  }

  @Test
  @DisplayName("The mode of the settings stays")
  void mode() throws IOException {
    Path file = settings(HookKind.CLAUDE, "{}");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    hook(HookKind.CLAUDE).install(Mode.CHANGE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @EnumSource(value = HookKind.class, names = "PRE_PUSH", mode = EnumSource.Mode.EXCLUDE)
  @DisplayName("A dry run changes nothing")
  void dryRun(HookKind kind) throws IOException {
    Path file = settings(kind, "{}");
    assertThat(hook(kind).install(Mode.DRY_RUN).deed()).isEqualTo(Deed.INSTALLED);
    assertThat(file).hasContent("{}");
    hook(kind).install(Mode.CHANGE);
    String installed = Files.readString(file);
    assertThat(hook(kind).uninstall(Mode.DRY_RUN).deed()).isEqualTo(Deed.RESTORED);
    assertThat(file).hasContent(installed);
  }

  @Test
  @DisplayName(
      "An entry of another version becomes that of this one, and what was before stays known")
  void update() throws IOException {
    Path file = settings(HookKind.CLAUDE, "{\"a\": 1}");
    hook(HookKind.CLAUDE).install(Mode.CHANGE);
    AgentHook other =
        new AgentHook(
            HookKind.CLAUDE, top.resolve("project"), top.resolve("home"), AgentHook.Fixed.YES);
    assertThat(other.install(Mode.CHANGE).deed()).isEqualTo(Deed.UPDATED);
    assertThat(new ObjectMapper().readTree(file.toFile()).at("/hooks/PreToolUse")).hasSize(1);
    assertThat(other.uninstall(Mode.CHANGE).deed()).isEqualTo(Deed.RESTORED);
    assertThat(file).hasContent("{\"a\": 1}");
  }

  @Test
  @DisplayName("Our hook that somebody put beside others goes alone")
  void sharedGroup() throws IOException {
    Path file = settings(HookKind.CLAUDE, "{}");
    hook(HookKind.CLAUDE).install(Mode.CHANGE);
    String mixed =
        Files.readString(file)
            .replace("\"hooks\": [{\"type\"", "\"hooks\": [{\"command\": \"lint\"}, {\"type\"");
    Files.writeString(file, mixed);
    hook(HookKind.CLAUDE).uninstall(Mode.CHANGE);
    JsonNode json = new ObjectMapper().readTree(file.toFile());
    assertThat(json.findValuesAsText("command")).isEqualTo(List.of("lint"));
  }
}

package dev.prlease.gate.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The aliases that gh keeps in its file. */
class GhAliasesTest {
  @TempDir Path top = Path.of("");

  @Test
  @DisplayName("Names and texts, plain, in quotes, and over several lines")
  void reads() throws Exception {
    Files.writeString(
        top.resolve("config.yml"),
        """
        # What gh is to do.
        git_protocol: https
        aliases:
            co: pr checkout
            take: 'pr merge $1 -R ''a b'''
            say: "!echo \\"hi\\""
            land: |-
                !git fetch
                gh pr merge "$1"
            last: pr merge
        browser:
            m: pr merge
        """);
    GhAliases aliases = GhAliases.of(Map.of("GH_CONFIG_DIR", top.toString()));
    assertThat(aliases.find("co")).hasValue("pr checkout");
    assertThat(aliases.find("take")).hasValue("pr merge $1 -R 'a b'");
    assertThat(aliases.find("say")).hasValue("!echo \"hi\"");
    assertThat(aliases.find("land")).hasValue("!git fetch\ngh pr merge \"$1\"");
    assertThat(aliases.find("last")).hasValue("pr merge");
    assertThat(aliases.find("m")).isEmpty();
    assertThat(aliases.find("git_protocol")).isEmpty();
  }

  @Test
  @DisplayName("No file, no aliases; the file is where gh's own variables say")
  void places() throws Exception {
    assertThat(GhAliases.of(Map.of("HOME", top.toString())).find("m")).isEmpty();
    Path file = Files.createDirectories(top.resolve(".config/gh")).resolve("config.yml");
    Files.writeString(file, "aliases:\n  m: pr merge\n");
    assertThat(GhAliases.of(Map.of("HOME", top.toString())).find("m")).hasValue("pr merge");
    Map<String, String> elsewhere =
        Map.of("HOME", "/nowhere", "XDG_CONFIG_HOME", top.resolve(".config").toString());
    assertThat(GhAliases.of(elsewhere).find("m")).hasValue("pr merge");
  }
}

package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.output.ShellQuote;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What bash makes of the completion script. */
@Timeout(60)
class CompletionTest {
  @TempDir Path top = Path.of("");

  private String complete(String line) throws Exception {
    return complete("", line);
  }

  private String complete(String before, String line) throws Exception {
    String script = new Desktop(top).prlease("completion", "bash").out();
    String ask =
        before
            + script
            + "COMP_WORDS=("
            + line
            + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _prlease; echo ${COMPREPLY[*]}";
    try (Processing.Running bash = new Processing(top).bash(ask)) {
      Answer answer = bash.end();
      assertThat(answer.err()).isEmpty();
      return answer.out().strip();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "prlease re, renew release rebase",
    "prlease run --t, --ttl",
    "prlease status --e, --exit-code",
    "prlease completion f, fish",
    "prlease help aud, audit",
    "prlease run --ttl '', ''"
  })
  void bash_offers(String line, String offers) throws Exception {
    assertThat(complete(line)).isEqualTo(offers);
  }

  @Test
  void behind_the_dashes_bash_offers_commands_and_then_files() throws Exception {
    Desktop.write(top.resolve("work/a file.txt"), "");
    assertThat(complete("prlease run --pr 1 -- prin").split(" ")).contains("printf");
    assertThat(complete("prlease run --pr 1 -- cat a")).isEqualTo("a file.txt");
  }

  @Test
  void a_program_that_is_twice_on_the_path_is_offered_once() throws Exception {
    for (String place : new String[] {"one", "two"}) {
      Path program = top.toRealPath().resolve(place).resolve("zebra-42");
      Desktop.write(program, "");
      assertThat(program.toFile().setExecutable(true)).isTrue();
    }
    String path = "PATH=" + top.toRealPath() + "/one:" + top.toRealPath() + "/two:$PATH\n";
    assertThat(complete(path, "prlease run --pr 1 -- zebra-")).isEqualTo("zebra-42");
  }

  @Test
  void the_script_can_be_read_twice() throws Exception {
    String script = new Desktop(top).prlease("completion", "bash").out();
    String twice = "eval " + ShellQuote.always(script + script) + "; complete -p prlease";
    try (Processing.Running bash = new Processing(top).bash(twice)) {
      assertThat(bash.end()).isEqualTo(new Answer(0, "complete -F _prlease prlease\n", ""));
    }
  }
}

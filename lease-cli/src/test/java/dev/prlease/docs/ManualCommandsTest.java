package dev.prlease.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.prlease.cli.syntax.CallParser;
import dev.prlease.cli.syntax.CommandSpec;
import dev.prlease.cli.syntax.CommandTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What README and manual tell to type can be typed. */
class ManualCommandsTest {
  private static final Path TOP = Path.of("..");

  /** A call up to what ends a command in a shell; quoted words are words. */
  private static final Pattern CALL =
      Pattern.compile("\\bprlease ((?:'[^']*'|\"[^\"]*\"|[^\\s&|;()`'\"]+|[ ])+)");

  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  private static List<String> typed(Path page) throws IOException {
    List<String> typed = new ArrayList<>();
    boolean code = false;
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("```")) {
        code = !code && line.matches("```(sh|console)( .*)?");
      } else if (code) {
        Matcher calls = CALL.matcher(line);
        while (calls.find()) {
          if (CommandTable.find(words(calls.group(1)).get(0)).isPresent()) {
            typed.add(calls.group(1));
          }
        }
      }
    }
    return typed;
  }

  private static List<String> words(String call) {
    List<String> words = new ArrayList<>();
    Matcher each = WORD.matcher(call);
    while (each.find()) {
      words.add(
          each.group(1) != null
              ? each.group(1)
              : each.group(2) != null ? each.group(2) : each.group(3));
    }
    return words;
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/how-to.md"})
  void every_call_on(String page) throws IOException {
    List<String> calls = typed(TOP.resolve(page));
    assertThat(calls).hasSizeGreaterThan(4);
    for (String call : calls) {
      List<String> words = words(call);
      CommandSpec command = CommandTable.find(words.get(0)).orElseThrow();
      assertThatCode(() -> CallParser.parse(command, words.subList(1, words.size())))
          .as(call)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void quoted_words_stay_together() {
    assertThat(words("acquire --reason 'its machine is gone' --pr 42"))
        .containsExactly("acquire", "--reason", "its machine is gone", "--pr", "42");
  }
}

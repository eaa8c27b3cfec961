package dev.prlease.cli.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallParserTest {
  private static Call parse(String command, String... words) {
    return CallParser.parse(CommandTable.find(command).orElseThrow(), List.of(words));
  }

  @Test
  void options_may_be_written_with_a_blank_or_an_equals_sign() {
    Call call = parse("status", "--repo", "acme/app", "--pr=42", "--json");
    assertThat(call.value("repo")).contains("acme/app");
    assertThat(call.value("pr")).contains("42");
    assertThat(call.has("json")).isTrue();
    assertThat(call.has("exit-code")).isFalse();
  }

  @Test
  void what_stands_behind_two_dashes_is_the_command_whatever_it_looks_like() {
    Call call = parse("run", "--pr", "1", "--", "git", "push", "--force", "--", "--help", "");
    assertThat(call.operands()).containsExactly("git", "push", "--force", "--", "--help", "");
    assertThat(call.has("help")).isFalse();
  }

  @Test
  void quotes_in_values_are_kept() {
    assertThat(parse("break", "--reason", "\"so\"").value("reason")).contains("\"so\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run|--pr 1|no command to run: write it behind --",
        "run|--pr 1 --|no command to run: write it behind --",
        "run|--pr 1 git push|unexpected argument 'git': the command to run stands behind --",
        "run|x -- git|unexpected argument 'x'",
        "run|--tll 5m -- x|unknown option --tll; did you mean --ttl?",
        "run|--tll=5m -- x|unknown option --tll; did you mean --ttl?",
        "run|-x -- x|unknown option -x",
        "run|--tt 5m -- x|unknown option --tt; did you mean --ttl?",
        "status|--ttl 5m|unknown option --ttl",
        "status|--pr|--pr needs a value",
        "status|--pr 1 --pr 2|--pr is given twice",
        "status|--json=yes|--json takes no value",
        "status|acme/app#42|unexpected argument 'acme/app#42'",
        "completion|''|which shell? One of bash|zsh|fish"
      })
  void a_wrong_call_is_told_in_one_line(String row) {
    String[] parts = row.split("\\|", 3);
    String[] words = parts[1].equals("''") ? new String[0] : parts[1].split(" ", -1);
    assertThatThrownBy(() -> parse(parts[0], words))
        .isInstanceOfSatisfying(
            UsageException.class,
            e -> {
              assertThat(e).hasMessage(parts[2]);
              assertThat(e.nextStep()).isEqualTo("See how it is called: prlease help " + parts[0]);
            });
  }

  @Test
  void a_negative_number_is_a_value_not_an_option() {
    assertThat(parse("run", "--ttl", "-5m", "--pr", "-1", "--", "x").options())
        .containsEntry("ttl", "-5m")
        .containsEntry("pr", "-1");
  }

  @Test
  void an_option_that_is_only_known_to_be_refused_is_shown_nowhere() {
    assertThat(parse("run", "--issue", "7", "--", "x").has("issue")).isTrue();
    assertThat(HelpText.of(CommandTable.find("run").orElseThrow()))
        .noneMatch(line -> line.contains("--issue"));
    assertThat(Completion.script("bash"))
        .filteredOn(line -> line.startsWith("    run) "))
        .hasSize(1)
        .noneMatch(line -> line.contains("--issue"));
  }
}

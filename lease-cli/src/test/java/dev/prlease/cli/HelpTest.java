package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.syntax.CommandSpec;
import dev.prlease.cli.syntax.CommandTable;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
  @TempDir Path top;
  private Desktop desktop;

  @BeforeEach
  void makeDesktop() {
    desktop = new Desktop(top);
  }

  static List<String> commands() {
    return CommandTable.NAMES;
  }

  @Test
  void the_overview() {
    Answer answer = desktop.prlease("--help");
    assertThat(answer.code()).isZero();
    Golden.check("help", answer.out());
    assertThat(desktop.prlease("help")).isEqualTo(answer);
    assertThat(desktop.prlease("-h")).isEqualTo(answer);
  }

  @Test
  void no_command_at_all_is_no_success() {
    Answer answer = desktop.prlease();
    assertThat(answer.code()).isEqualTo(64);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).isEqualTo(desktop.prlease("help").out());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void of_each_command(String command) {
    Answer answer = desktop.prlease(command, "--help");
    assertThat(answer.code()).isZero();
    assertThat(answer.err()).isEmpty();
    Golden.check("help-" + command, answer.out());
    assertThat(desktop.prlease("help", command)).isEqualTo(answer);
    assertThat(desktop.prlease(command, "-h")).isEqualTo(answer);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void lines_fit_a_terminal(String command) {
    assertThat(desktop.prlease("help", command).out().lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
  }

  @Test
  void every_command_has_an_example() {
    for (CommandSpec command : CommandTable.all()) {
      assertThat(command.examples()).as(command.name()).isNotEmpty();
    }
  }

  @Test
  void the_version() {
    Answer answer = desktop.prlease("--version");
    assertThat(answer.code()).isZero();
    assertThat(answer.out()).matches("prlease \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void completion(String shell) {
    Answer answer = desktop.prlease("completion", shell);
    assertThat(answer.code()).isZero();
    Golden.check("completion-" + shell, answer.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "frobnicate",
        "aquire",
        "merge 42",
        "--json status",
        "help frobnicate",
        "completion tcsh",
        "run",
        "run --repo acme/app --pr 42",
        "run --repo acme/app --pr 42 git push",
        "status --repo acme/app",
        "status --pr 42",
        "status",
        "status --key acme/app#42 --pr 42",
        "status --key acme/app",
        "acquire --key issue:acme/app#42",
        "assert --repo acme/app --issue 42",
        "claim",
        "claim steal --issue 42",
        "claim take",
        "claim take --key acme/app#42",
        "claim verify --key issue:acme/app#42 --ttl 1h",
        "status --repo ../etc --pr 42",
        "status --repo acme --pr 42",
        "status --repo acme/app --pr 0",
        "status --repo acme/app --pr -1",
        "status --repo acme/app --pr 1e3",
        "status --repo acme/app --pr 99999999999999999999",
        "status --json=true",
        "status --help=please",
        "acquire --key acme/app#42 --ttl 0",
        "acquire --key acme/app#42 --ttl -5m",
        "acquire --key acme/app#42 --ttl soon",
        "acquire --key acme/app#42 --ttl 900",
        "acquire --key acme/app#42 --wait -1s",
        "acquire --key acme/app#42 --export --json",
        "acquire --key acme/app#42 --session=",
        "assert --key acme/app#42",
        "adopt --key acme/app#42",
        "break --key acme/app#42",
        "run --key acme/app#42 --conflict-exit-code 256 -- true",
        "audit --since yesterday",
        "list --repo acme"
      })
  void wrong_calls_are_told_in_words_and_exit_with_64(String call) {
    Answer answer = desktop.prlease(call.split(" "));
    assertThat(answer.code()).isEqualTo(64);
    if (call.contains("--export")) {
      assertThat(answer.out()).isEqualTo("(exit 64)\n");
    } else if (call.contains("--json ")) {
      assertThat(answer.json("error")).isEqualTo("usage");
    } else {
      assertThat(answer.out()).isEmpty();
    }
    String name = call.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("-$", "");
    Golden.check("usage-" + name, answer.err());
  }
}

package dev.prlease.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.syntax.CommandTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The reference shows each command's help as the program prints it; HelpTest holds the program to
 * the same files.
 */
class ReferencePageTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  static Iterable<String> commands() {
    return CommandTable.NAMES.stream().filter(name -> !name.equals("help")).toList();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void the_reference_shows_the_help_of(String command) throws IOException {
    String help = Files.readString(GOLDEN.resolve("help-" + command + ".txt")).stripTrailing();

    assertThat(Files.readString(Path.of("../docs/reference.md")))
        .contains("#### prlease " + command + "\n\n```text\n" + help + "\n```\n");
  }
}

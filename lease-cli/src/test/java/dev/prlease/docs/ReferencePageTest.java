package dev.prlease.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.ExitCode;
import dev.prlease.cli.syntax.CommandTable;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(strings = {"../README.md", "../docs/reference.md"})
  void every_exit_code_is_listed_in(String page) throws Exception {
    Set<String> listed = new HashSet<>();
    for (String line : Files.readAllLines(Path.of(page))) {
      if (line.matches("\\| [0-9, ]+ \\| .*")) {
        listed.addAll(Arrays.asList(line.substring(2, line.indexOf(" |", 2)).split(", ", -1)));
      }
    }
    List<String> codes = new ArrayList<>(List.of("129", "143"));
    for (Field code : ExitCode.class.getFields()) {
      if (code.getInt(null) != ExitCode.SIGNAL_BASE) {
        codes.add(Integer.toString(code.getInt(null)));
      }
    }
    assertThat(listed).containsAll(codes).hasSize(codes.size());
  }
}

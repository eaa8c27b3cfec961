package dev.prlease.gate.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the scanner sees in command lines, and in which it sees nothing. */
class CommandScannerTest {
  static Stream<Commands.Row> rows() {
    return Commands.all().stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  @DisplayName("Every shape of command is seen for what it does")
  void rows(Commands.Row row) {
    assertThat(Commands.scan(row.command())).isEqualTo(row.sightings());
  }

  @Test
  @DisplayName("The table has shapes enough, both ways")
  void tableIsLargeEnough() {
    assertThat(Commands.harmful()).hasSizeGreaterThan(80);
    assertThat(Commands.harmless()).hasSizeGreaterThan(40);
  }

  @Test
  @DisplayName("A command that is too long to be read is unclear if it looks like a push")
  void tooLong() {
    String long1 = "echo " + "x".repeat(CommandScanner.LONGEST) + "; git push";
    assertThat(Commands.scan(long1)).containsExactly("unclear");
    assertThat(Commands.scan("echo " + "x".repeat(CommandScanner.LONGEST))).isEmpty();
  }

  @Test
  @DisplayName("More pushes than anybody makes in one line: the rest is unclear, not unseen")
  void tooMany() {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      many.append("git push origin b").append(i).append('\n');
    }
    assertThat(Commands.scan(many.toString())).hasSize(65).endsWith("unclear @?");
  }

  @Test
  @DisplayName("Aliases that lead to themselves end")
  void circularAlias() {
    CommandScanner scanner =
        new CommandScanner(
            (directory, name) -> Optional.of("!git a; git push"), GhAliases.NONE, Optional.empty());
    List<Sighting> seen = scanner.scan("git a", Path.of("/x"));
    assertThat(seen).isNotEmpty();
    CommandScanner gh =
        new CommandScanner(
            GitAliases.NONE, name -> Optional.of("!gh a; gh pr merge"), Optional.empty());
    assertThat(gh.scan("gh a", Path.of("/x"))).isNotEmpty();
  }
}

package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.cli.man.ManPages;
import dev.prlease.cli.syntax.CommandSpec;
import dev.prlease.cli.syntax.CommandTable;
import dev.prlease.cli.syntax.OptionSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manual pages, which are made from the table of commands. */
@Timeout(60)
class ManPagesTest {
  private static final Map<String, List<String>> PAGES = new ManPages("1.2.3", "2026-11-30").all();

  static List<String> pages() {
    return List.copyOf(PAGES.keySet());
  }

  private static List<String> lines(String page) {
    return Optional.ofNullable(PAGES.get(page)).orElseThrow();
  }

  private static String text(String page) {
    return String.join("\n", lines(page)) + "\n";
  }

  @ParameterizedTest
  @MethodSource("pages")
  void each_reads_as_it_did(String page) {
    Golden.check("man-" + page, text(page));
  }

  @Test
  void there_is_one_about_all_and_one_about_each_command() {
    List<String> names = new ArrayList<>(List.of("prlease.1"));
    CommandTable.NAMES.forEach(name -> names.add("prlease-" + name + ".1"));
    assertThat(PAGES.keySet()).containsExactlyElementsOf(names);
    for (String name : CommandTable.NAMES) {
      assertThat(text("prlease.1"))
          .contains("\\fBprlease\\-" + name.replace("-", "\\-") + "\\fR(1)");
    }
  }

  @Test
  void a_page_tells_every_option_that_help_tells() {
    for (CommandSpec command : CommandTable.all()) {
      String page = text("prlease-" + command.name() + ".1");
      for (OptionSpec option : command.options()) {
        String name = "\\fB" + ("--" + option.name()).replace("-", "\\-") + "\\fR";
        assertThat(page.contains(name))
            .as("%s %s", command.name(), name)
            .isEqualTo(option.isShown());
      }
    }
  }

  /**
   * So every program that shows manual pages understands it: checked here, since none may be there.
   */
  @ParameterizedTest
  @MethodSource("pages")
  void they_use_the_macros_that_everybody_knows_and_escape_the_rest(String page) {
    assertThat(lines(page))
        .allSatisfy(
            line -> {
              assertThat(line).isNotEmpty().matches("\\p{ASCII}*").doesNotEndWith(" ");
              if (line.startsWith(".")) {
                assertThat(line)
                    .matches("\\.(TH( \"[^\"]+\"| 1){4}|SH \"[A-Z ]+\"|PP|TP|RS 4|RE|nf|fi)");
              } else {
                assertThat(line).doesNotStartWith("'");
                String left = line.replaceAll("\\\\(\\((rs|dq|aq|ga|ha|ti)|[-&]|f[BIR])", "");
                assertThat(left).doesNotContain("\\", "-", "\"", "'");
              }
            });
    assertThat(lines(page).stream().filter(line -> line.startsWith(".SH")))
        .startsWith(".SH \"NAME\"", ".SH \"SYNOPSIS\"", ".SH \"DESCRIPTION\"")
        .endsWith(".SH \"EXAMPLES\"", ".SH \"SEE ALSO\"");
  }

  @Test
  void they_know_the_environment_variables_of_the_reference() throws IOException {
    String reference = Files.readString(Path.of("../docs/reference.md"));
    String table = between(reference, "### Environment\n", "\n###");
    List<String> documented =
        Pattern.compile("(?m)^\\|([^|]*)\\|")
            .matcher(table)
            .results()
            .flatMap(row -> Pattern.compile("`([A-Z_]+)`").matcher(row.group(1)).results())
            .map((MatchResult name) -> name.group(1))
            .toList();
    String environment = between(text("prlease.1"), ".SH \"ENVIRONMENT\"", "\n.SH");
    List<String> told =
        Pattern.compile("(?m)^\\\\fB([A-Z_]+)\\\\fR$")
            .matcher(environment)
            .results()
            .map(name -> name.group(1))
            .toList();
    assertThat(documented).hasSizeGreaterThan(8);
    assertThat(told).containsExactlyInAnyOrderElementsOf(documented);
  }

  private static String between(String text, String start, String end) {
    assertThat(text).contains(start);
    int from = text.indexOf(start) + start.length();
    return text.substring(from, text.indexOf(end, from));
  }

  @Test
  void where_there_is_a_program_that_checks_them_it_finds_nothing() throws Exception {
    Path checker = Path.of("/usr/bin/groff");
    if (!Files.isExecutable(checker)) {
      return; // the rules above stand for it
    }
    Path file = Files.createTempFile("page", ".1");
    try (Stream<String> names = PAGES.keySet().stream()) {
      // One call for all: the pages are put after one another.
      StringBuilder all = new StringBuilder();
      names.forEach(page -> all.append(text(page)));
      Files.writeString(file, all);
      Process process =
          new ProcessBuilder(checker.toString(), "-man", "-Tascii", "-ww", "-z", file.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(said).isEmpty();
      assertThat(process.waitFor()).isZero();
    } finally {
      Files.delete(file);
    }
  }
}

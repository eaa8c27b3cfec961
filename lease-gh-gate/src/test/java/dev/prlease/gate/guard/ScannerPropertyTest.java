package dev.prlease.gate.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.prlease.gate.guard.shell.Script;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Garbage neither stops the scanner nor keeps it busy. */
class ScannerPropertyTest {
  private static final List<String> PIECES =
      List.of(
          "git",
          "push",
          "gh",
          "pr",
          "merge",
          "$(",
          "`",
          "${",
          "((",
          "$((",
          ")",
          "))",
          "}",
          "{",
          "\"",
          "'",
          "\\",
          "$'",
          "<<E",
          "<<-'E'",
          "\nE\n",
          "<<<",
          "<(",
          ">",
          "2>&1",
          "&&",
          "||",
          ";;",
          "&",
          "|",
          "\n",
          " ",
          "case x in",
          "esac",
          "if",
          "fi",
          "for x in",
          "do",
          "done",
          "bash -c '",
          "eval",
          "env -S",
          "xargs",
          "x=",
          "$x",
          "~",
          "cd ",
          "-C",
          "--",
          "#",
          "f()",
          "a,b",
          "\u0000",
          "\u0001",
          "\u0002",
          "\ud800",
          "é",
          "%",
          "=(");

  @Provide
  Arbitrary<String> garbage() {
    Arbitrary<String> pieces =
        Arbitraries.of(PIECES).list().ofMaxSize(60).map(list -> String.join("", list));
    Arbitrary<String> spaced =
        Arbitraries.of(PIECES).list().ofMaxSize(60).map(list -> String.join(" ", list));
    return Arbitraries.oneOf(pieces, spaced, Arbitraries.strings().ofMaxLength(200));
  }

  @Property(tries = 3000)
  @Label("Whatever the text, reading it ends without an error")
  void readsGarbage(@ForAll("garbage") String text) {
    assertThatCode(() -> Script.read(text)).doesNotThrowAnyException();
    // The scanner would catch a fault and call the command unclear.
    assertThat(Commands.scanner().scan("git push;" + text, Commands.HERE))
        .noneMatch(
            sighting ->
                sighting instanceof Sighting.Unclear unclear
                    && unclear.what().contains("cannot be read"));
  }

  @Property(tries = 1000)
  @Label("What stands behind a push on a line of its own does not hide it")
  void pushStaysVisible(@ForAll("garbage") String text) {
    assertThat(Commands.scan("git push origin f\n" + text)).contains("push origin f");
  }

  @Property(tries = 150)
  @Label("A piece written again and again takes no time beyond measure")
  void repetitionIsBounded(@ForAll("pieces") String piece) {
    int times = CommandScanner.LONGEST / (piece.length() + 1) - 20;
    assertThatCode(() -> Commands.scan("git push " + (piece + " ").repeat(times)))
        .doesNotThrowAnyException();
    assertThatCode(() -> Commands.scan("git push " + piece.repeat(times)))
        .doesNotThrowAnyException();
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.of(PIECES)
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(list -> String.join("", list));
  }
}

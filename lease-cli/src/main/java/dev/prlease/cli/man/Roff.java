package dev.prlease.cli.man;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes a manual page in the macros of man(7), line by line. Text is escaped here and nowhere
 * else; what every man program knows is used and no more.
 */
final class Roff {
  private final List<String> lines = new ArrayList<>();

  /** The page's head. The date is in ISO form, and stands at the foot of the page. */
  Roff title(String name, String date, String version) {
    lines.add(
        ".TH "
            + quoted(name.toUpperCase(Locale.ROOT))
            + " 1 "
            + "\""
            + date
            + "\""
            + " "
            + quoted(version));
    return this;
  }

  Roff section(String name) {
    lines.add(".SH " + quoted(name));
    return this;
  }

  /** One line of text, filled with those beside it. */
  Roff text(String text) {
    lines.add(start(escape(text)));
    return this;
  }

  /** What is already in this form: put together from {@link #bold} and others. */
  Roff raw(String line) {
    lines.add(line);
    return this;
  }

  Roff paragraph() {
    lines.add(".PP");
    return this;
  }

  /** A term, and what it is. */
  Roff item(String term, String meaning) {
    lines.add(".TP");
    lines.add(term);
    return text(meaning);
  }

  /** Lines that stay as they are, indented. */
  Roff verbatim(String text) {
    lines.add(".PP");
    lines.add(".RS 4");
    lines.add(".nf");
    lines.add(start(bold(text)));
    lines.add(".fi");
    lines.add(".RE");
    return this;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  static String bold(String text) {
    return "\\fB" + escape(text) + "\\fR";
  }

  static String italic(String text) {
    return "\\fI" + escape(text) + "\\fR";
  }

  static String plain(String text) {
    return escape(text);
  }

  private static String quoted(String text) {
    return '"' + escape(text) + '"';
  }

  /** A line that starts with a control character would be a request. */
  private static String start(String line) {
    return line.startsWith(".") ? "\\&" + line : line;
  }

  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\' -> escaped.append("\\(rs");
        case '-' -> escaped.append("\\-");
        case '"' -> escaped.append("\\(dq");
        case '\'' -> escaped.append("\\(aq");
        case '`' -> escaped.append("\\(ga");
        case '^' -> escaped.append("\\(ha");
        case '~' -> escaped.append("\\(ti");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }
}

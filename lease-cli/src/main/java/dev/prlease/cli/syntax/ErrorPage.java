package dev.prlease.cli.syntax;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Help on errors: the sections of the manual's page about them, which lies in the jar. */
public final class ErrorPage {
  private static final String HEADING = "## ";

  private final Map<String, List<String>> sections;

  private ErrorPage(Map<String, List<String>> sections) {
    this.sections = sections;
  }

  /** Reads the page. */
  public static ErrorPage read() {
    try (InputStream in = ErrorPage.class.getResourceAsStream("errors.md")) {
      return of(in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the page about errors cannot be read", e);
    }
  }

  private static ErrorPage of(String page) {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    List<String> section = new ArrayList<>();
    for (String line : page.lines().toList()) {
      if (line.startsWith(HEADING)) {
        section = new ArrayList<>();
        sections.put(line.substring(HEADING.length()), section);
      }
      section.add(plain(line));
    }
    return new ErrorPage(sections);
  }

  private static String plain(String line) {
    String text = line.startsWith(HEADING) ? line.substring(HEADING.length()) : line;
    return text.replace("**", "").replace("`", "");
  }

  /**
   * What there is to say about {@code code}: an error's, or an exit code, which several errors may
   * share. Empty if there is no such code.
   */
  public List<String> about(String code) {
    List<String> lines = new ArrayList<>();
    sections.forEach(
        (name, section) -> {
          if (name.equals(code) || exitsWith(section, code)) {
            lines.addAll(section);
          }
        });
    while (!lines.isEmpty() && lines.get(lines.size() - 1).isEmpty()) {
      lines.remove(lines.size() - 1);
    }
    return lines;
  }

  /** The first sentence of a section has its exit codes. */
  private static boolean exitsWith(List<String> section, String code) {
    String first = section.get(2);
    int end = first.indexOf('.');
    for (String word : first.substring(0, end < 0 ? first.length() : end).split("[ ,]+", -1)) {
      if (word.equals(code) && Character.isDigit(code.charAt(0))) {
        return true;
      }
    }
    return false;
  }
}

package dev.prlease.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the sources of the published modules say about errors: which classes and codes there are,
 * and where an error gets a text that is not its class's own.
 */
final class ErrorSources {
  private static final Path TOP = Path.of("..");

  /** Not for production, or not published. */
  private static final List<String> LEFT_OUT = List.of("lease-testkit", "lease-bench");

  private static final Pattern TYPE =
      Pattern.compile("\\bclass (\\w+Exception) extends (\\w+Exception)\\b");

  /** A string literal that is nothing but a code. */
  private static final Pattern CODE = Pattern.compile("\"([a-z]+(?:-[a-z]+)*)\",");

  /** One that an enum hands to its errors. */
  private static final Pattern CODE_OF_A_KIND = Pattern.compile("\"([a-z]+(?:-[a-z]+)+)\"\\)[,;]");

  /** Where the text is written at the place where the error is made. */
  private static final Pattern MAKING =
      Pattern.compile(
          "new (LeaseConfigurationException|LeaseStoreException|UsageException|NotHeldException"
              + "|LeaseInterruptedException)\\("
              + "|(LeaseStoreException\\.outcomeUnknown|ContentionException\\.locked)\\(");

  /** No error is made over more lines than this. */
  private static final int LONGEST = 15;

  private final Map<Path, List<String>> files = new LinkedHashMap<>();
  private final List<Making> makings;

  /** Reads them all. */
  ErrorSources() throws IOException {
    List<Path> modules;
    try (Stream<Path> found = Files.list(TOP)) {
      modules =
          found
              .filter(
                  module -> Files.isRegularFile(module.resolve("src/main/java/module-info.java")))
              .filter(module -> !LEFT_OUT.contains(module.getFileName().toString()))
              .sorted()
              .toList();
    }
    for (Path module : modules) {
      try (Stream<Path> found = Files.walk(module.resolve("src/main/java"))) {
        for (Path file : found.filter(each -> each.toString().endsWith(".java")).toList()) {
          files.put(file, Files.readAllLines(file));
        }
      }
    }
    this.makings = findMakings();
  }

  /** The classes of errors below {@code LeaseException}, and it. */
  Set<String> classes() {
    Set<String> known = new TreeSet<>(Set.of("LeaseException"));
    for (boolean more = true; more; ) {
      more = false;
      for (List<String> lines : files.values()) {
        for (String line : lines) {
          Matcher type = TYPE.matcher(line);
          if (type.find() && known.contains(type.group(2))) {
            more |= known.add(type.group(1));
          }
        }
      }
    }
    return known;
  }

  /** The codes: those of the classes, and those that the command adds. */
  Set<String> codes() {
    Set<String> ofErrors = new HashSet<>(classes());
    ofErrors.add("Refusal");
    Set<String> codes = new TreeSet<>();
    files.forEach(
        (file, lines) -> {
          String type = file.getFileName().toString().replace(".java", "");
          if (ofErrors.contains(type)) {
            for (Pattern pattern : List.of(CODE, CODE_OF_A_KIND)) {
              Matcher code = pattern.matcher(String.join("\n", lines));
              while (code.find()) {
                codes.add(code.group(1));
              }
            }
          }
        });
    return codes;
  }

  /**
   * A place where an error is made.
   *
   * @param file the file's name
   * @param line the line on which it begins
   * @param name what the file makes there, and the how-manieth of its kind it is
   */
  record Making(String file, int line, String name) {
    String at() {
      return file + ":" + line;
    }
  }

  /**
   * The one that {@code place}, {@code File.java:line} as a stack trace has it, is in: a frame's
   * line is that of the last argument that was computed.
   */
  Optional<Making> makingAround(String place) {
    int colon = place.indexOf(':');
    int line = Integer.parseInt(place.substring(colon + 1));
    return makings.stream()
        .filter(making -> making.file().equals(place.substring(0, colon)))
        .filter(making -> making.line() <= line && line < making.line() + LONGEST)
        .max(Comparator.comparingInt(Making::line));
  }

  /** The places where errors are made with a text of their own. */
  List<Making> makings() {
    return makings;
  }

  private List<Making> findMakings() {
    List<Making> found = new ArrayList<>();
    Set<String> errors = classes();
    files.forEach(
        (file, lines) -> {
          String name = file.getFileName().toString();
          if (errors.contains(name.replace(".java", ""))) {
            return;
          }
          Map<String, Integer> counts = new LinkedHashMap<>();
          for (int i = 0; i < lines.size(); i++) {
            Matcher making = MAKING.matcher(lines.get(i));
            if (making.find() && !lines.get(i).strip().startsWith("*")) {
              String what = making.group(1) == null ? making.group(2) : making.group(1);
              int count = counts.merge(what, 1, Integer::sum);
              found.add(new Making(name, i + 1, name + " " + what + " " + count));
            }
          }
        });
    return found;
  }
}

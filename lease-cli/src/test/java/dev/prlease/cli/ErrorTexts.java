package dev.prlease.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prlease.api.LeaseException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Errors that were provoked: their texts, by code, and the places in the sources that made them.
 *
 * <p>What differs from run to run is masked: directories, times, ids, users, versions of Java.
 */
final class ErrorTexts {
  /** What makes an error. */
  @FunctionalInterface
  interface Act {
    void run() throws Exception;
  }

  /** A line of a stack trace, as {@code PRLEASE_DEBUG} prints it. */
  private static final Pattern FRAME =
      Pattern.compile("at (?:\\S+/)?([\\w.$]+)\\.([\\w$<>]+)\\((\\w+)\\.java:(\\d+)\\)");

  /** The first line of one. */
  private static final Pattern HEAD =
      Pattern.compile("^[a-z]\\w*(?:\\.[\\w$]+)+(?:Exception|Error)\\b");

  /** The codes of what only the command knows. */
  private static final Map<String, String> OF_THE_COMMAND =
      Map.of(
          "UsageException", "usage",
          "NotHeldException", "not-owner",
          "LeaseInterruptedException", "interrupted",
          "InterruptedException", "interrupted");

  private final Path top;
  private final Map<String, Map<String, String>> texts = new TreeMap<>();
  private final Set<String> places = new LinkedHashSet<>();
  private final Map<String, Set<Integer>> exitCodes = new TreeMap<>();
  private final Set<String> classes = new LinkedHashSet<>();

  /** Errors of a test that works below {@code top}. */
  ErrorTexts(Path top) {
    this.top = top;
  }

  /** The texts of each code, in the order in which they were provoked. */
  Map<String, Map<String, String>> texts() {
    return texts;
  }

  /** Where they were made: {@code File:line}. */
  Set<String> places() {
    return places;
  }

  /** What the command exited with, by code. */
  Map<String, Set<Integer>> exitCodes() {
    return exitCodes;
  }

  /** The simple names of the classes that were seen. */
  Set<String> classes() {
    return classes;
  }

  /** What {@code act} throws, as a host in Java sees it. */
  void thrown(String name, Act act) {
    try {
      act.run();
    } catch (LeaseException error) {
      add(name, error);
      return;
    } catch (Exception other) {
      throw new AssertionError(name + " threw " + other, other);
    }
    throw new AssertionError(name + " threw nothing");
  }

  /** An error as a host in Java sees it. */
  void add(String name, LeaseException error) {
    String text = error.getMessage() + "\n  next: " + error.nextStep() + "\n";
    put(error.code(), name, text);
    classes.add(error.getClass().getSimpleName());
    for (Throwable each = error; each != null; each = each.getCause()) {
      addPlace(each);
    }
  }

  private void addPlace(Throwable error) {
    for (StackTraceElement frame : error.getStackTrace()) {
      if (!isOfAnError(frame.getClassName())) {
        places.add(place(String.valueOf(frame.getFileName()), frame.getLineNumber()));
        return;
      }
    }
  }

  /** What a call printed that was made with {@code PRLEASE_DEBUG} set. */
  void told(String name, Answer answer) {
    List<String> lines = answer.err().lines().toList();
    int from = 0;
    while (from < lines.size() && !HEAD.matcher(lines.get(from)).find()) {
      from++;
    }
    int to = lines.size();
    while (to > from && !isOfATrace(lines.get(to - 1))) {
      to--;
    }
    List<String> trace = lines.subList(from, to);
    List<String> text = new ArrayList<>(lines.subList(0, from));
    text.addAll(lines.subList(to, lines.size()));
    assertThat(trace).as("%s: a trace in %s", name, answer.err()).isNotEmpty();
    String error = trace.get(0).split(":", 2)[0];
    String type = error.substring(error.lastIndexOf('.') + 1);
    classes.add(type);
    addPlaces(trace);
    String code = code(type, trace, answer);
    exitCodes.computeIfAbsent(code, any -> new TreeSet<>()).add(answer.code());
    put(code, name, String.join("\n", text) + "\n");
  }

  private static boolean isOfATrace(String line) {
    return line.startsWith("\\u0009") || line.startsWith("Caused by: ");
  }

  /** The first frame behind each line that begins an error or its cause. */
  private void addPlaces(List<String> trace) {
    boolean isFirst = true;
    for (String line : trace) {
      Matcher frame = FRAME.matcher(line);
      if (!frame.find()) {
        isFirst = true;
      } else if (isFirst && !isOfAnError(frame.group(1))) {
        places.add(place(frame.group(3) + ".java", Integer.parseInt(frame.group(4))));
        isFirst = false;
      }
    }
  }

  private static String place(String file, int line) {
    return file + ":" + line;
  }

  private static boolean isOfAnError(String className) {
    return className.endsWith("Exception");
  }

  private static String code(String type, List<String> trace, Answer answer) {
    String command = OF_THE_COMMAND.get(type);
    if (command != null) {
      return command;
    }
    if (type.equals("LeaseStoreException")) {
      boolean unknown = trace.stream().anyMatch(line -> line.contains(".outcomeUnknown("));
      return unknown ? "outcome-unknown" : "store-failed";
    }
    if (type.equals("CheckoutException")) {
      return answer.err().contains("no remote of") ? "no-forge-remote" : "no-checkout";
    }
    return switch (answer.code()) {
      case ExitCode.HELD -> "already-held";
      case ExitCode.NOT_OWNER -> "not-owner";
      case ExitCode.EXPIRED -> "expired";
      case ExitCode.TIMED_OUT -> "wait-timeout";
      case ExitCode.CONFIGURATION -> "configuration";
      case ExitCode.INTERNAL -> "internal";
      case ExitCode.STORE -> "contention";
      case ExitCode.UNREADABLE ->
          switch (type) {
            case "KeyMismatchException" -> "key-mismatch";
            case "UnsupportedVersionException" -> "unsupported-version";
            default -> "corrupt-record";
          };
      default -> throw new AssertionError("no code for " + type + ", exit " + answer.code());
    };
  }

  private void put(String code, String name, String text) {
    String before =
        texts.computeIfAbsent(code, any -> new LinkedHashMap<>()).put(name, masked(text));
    assertThat(before).as("two errors called %s", name).isNull();
  }

  private String masked(String text) {
    return text.replace(top.toString(), "/TOP")
        .replaceAll("/desktop-\\d+/", "/desktop/")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
        .replaceAll("\\([0-9dhms ]+ (left|ago)\\)", "(SPAN $1)")
        .replaceAll("\\b[0-9a-f]{32}\\b", "ID")
        .replaceAll("\\b[0-9a-f]{40}\\b", "COMMIT")
        .replaceAll("prlease-session-[0-9a-f]+-[0-9a-f]+", "prlease-session-DEV-INODE")
        .replaceAll("\\(\\S*\\$Proxy\\d+\\)", "(PROXY)")
        .replaceAll("\\b\\d{16}\\b", "FENCE")
        .replaceAll("\\buser \\d+", "user UID")
        .replaceAll("chown \\d+", "chown UID")
        .replaceAll(" in /(?!TOP/)\\S+", " in PLACE");
  }
}

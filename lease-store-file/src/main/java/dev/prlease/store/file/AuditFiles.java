package dev.prlease.store.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The names that a log has: {@code audit.jsonl}, which is written to, and {@code audit.1.jsonl},
 * {@code audit.2.jsonl}, … for what was written before, oldest first. The next number is one more
 * than the greatest that is there, so as long as the newest file stays, none is given twice, and a
 * file that was read under its name is never another one later.
 *
 * @param current the file that is written to
 */
record AuditFiles(Path current) {
  /** Longer numbers are times or dates of somebody else's, and no files of the log. */
  private static final int MOST_DIGITS = 9;

  static final long GREATEST = 999_999_999;

  /** Whether {@code name} is one that the audit sink uses. */
  static boolean isName(String name) {
    AuditFiles files = new AuditFiles(Path.of(AuditLog.FILE_NAME));
    return name.equals(files.name())
        || name.equals(files.lock().toString())
        || name.equals(files.next().toString())
        || files.number(name).isPresent();
  }

  /** What was rotated out as number {@code number}. */
  Path rotated(long number) {
    return current.resolveSibling(stem() + "." + number + suffix());
  }

  /** Who rotates has this one locked. */
  Path lock() {
    return current.resolveSibling(name() + ".lock");
  }

  /** What is about to become the file that is written to. */
  Path next() {
    return current.resolveSibling(name() + ".next");
  }

  Path directory() {
    return Objects.requireNonNull(current.getParent());
  }

  /** The numbers that there are, ascending. */
  List<Long> numbers() throws IOException {
    List<Long> numbers = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory())) {
      for (Path each : all) {
        number(each.getFileName().toString()).ifPresent(numbers::add);
      }
    } catch (NoSuchFileException noneYet) {
      return List.of();
    } catch (java.nio.file.DirectoryIteratorException e) {
      throw e.getCause();
    }
    Collections.sort(numbers);
    return numbers;
  }

  /** The number under which {@code file} is kept now, if it is. */
  Optional<Long> numberOf(Entry file) throws IOException {
    List<Long> numbers = numbers();
    for (int i = numbers.size() - 1; i >= 0; i--) {
      Optional<Entry> kept = Entry.at(rotated(numbers.get(i)));
      if (kept.isPresent() && kept.get().isSameFile(file)) {
        return Optional.of(numbers.get(i));
      }
    }
    return Optional.empty();
  }

  private Optional<Long> number(String name) {
    String before = stem() + ".";
    int end = name.length() - suffix().length();
    if (!name.startsWith(before) || !name.endsWith(suffix()) || end <= before.length()) {
      return Optional.empty();
    }
    String digits = name.substring(before.length(), end);
    boolean isNumber =
        digits.length() <= MOST_DIGITS
            && digits.charAt(0) != '0'
            && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? Optional.of(Long.parseLong(digits)) : Optional.empty();
  }

  private String name() {
    return current.getFileName().toString();
  }

  private String stem() {
    int dot = name().lastIndexOf('.');
    return dot < 0 ? name() : name().substring(0, dot);
  }

  private String suffix() {
    return name().substring(stem().length());
  }
}

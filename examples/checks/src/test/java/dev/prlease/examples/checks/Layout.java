package dev.prlease.examples.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where things are in this checkout. */
final class Layout {
  private Layout() {}

  /** The checkout. */
  static Path top() throws IOException {
    return Path.of("..", "..").toRealPath();
  }

  /** Where {@code module} is built. */
  static Path moduleTree(String module) throws IOException {
    return top().resolve(module).resolve(System.getProperty("checks.tree", "target"));
  }

  /** An empty directory of our own. */
  static Path fresh(String name) throws IOException {
    Path path = Path.of(System.getProperty("checks.tree", "target"), name).toAbsolutePath();
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      for (Path each : walk(path).sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
    return Files.createDirectories(path);
  }

  /** Copies the files of {@code from}, but for what was built there. */
  static void copy(Path from, Path to) throws IOException {
    for (Path file : walk(from).filter(Files::isRegularFile).toList()) {
      Path relative = from.relativize(file);
      if (!relative.startsWith("target")) {
        Files.createDirectories(to.resolve(relative).getParent());
        Files.copy(file, to.resolve(relative));
      }
    }
  }

  /** All below {@code path}; symbolic links are not followed. */
  static Stream<Path> walk(Path path) throws IOException {
    try (Stream<Path> found = Files.walk(path)) {
      return found.toList().stream();
    }
  }

  /** Makes {@code to} show what {@code from} holds, one symbolic link an entry. */
  static void link(Path from, Path to, List<String> butFor) throws IOException {
    Files.createDirectories(to);
    if (!Files.isDirectory(from)) {
      return;
    }
    try (Stream<Path> entries = Files.list(from)) {
      entries
          .filter(entry -> !butFor.contains(entry.getFileName().toString()))
          .forEach(entry -> linkOne(entry, to.resolve(entry.getFileName())));
    }
  }

  private static void linkOne(Path entry, Path link) {
    try {
      Files.createSymbolicLink(link, entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

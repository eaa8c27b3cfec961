package dev.prlease.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds programs as a shell does, in the {@code PATH} that the process gets (the JDK would look in
 * this JVM's).
 */
final class Executables {
  private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

  /** What was found under a name. */
  sealed interface Found {
    /** It can be run. */
    record Program(Path path) implements Found {}

    /** It is there, but is a directory or may not be executed. */
    record NotExecutable(Path path) implements Found {}

    /** There is nothing. */
    record Nothing() implements Found {}
  }

  private Executables() {}

  static Found find(String program, Map<String, String> environment, Path directory) {
    Optional<Path> unusable = Optional.empty();
    for (Path candidate : candidates(program, environment, directory)) {
      if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
        return new Found.Program(candidate);
      }
      // A shell, too, tells of a file that may not be run, and passes over directories on the path.
      boolean named = program.indexOf('/') >= 0;
      if (unusable.isEmpty()
          && (named ? Files.exists(candidate) : Files.isRegularFile(candidate))) {
        unusable = Optional.of(candidate);
      }
    }
    return unusable.<Found>map(Found.NotExecutable::new).orElseGet(Found.Nothing::new);
  }

  /** A tool of the system's: from where systems keep it, else from {@code PATH}. */
  static Optional<Path> tool(String name, Map<String, String> environment) {
    for (String usual : List.of("/usr/bin/", "/bin/")) {
      Path path = Path.of(usual, name);
      if (Files.isExecutable(path)) {
        return Optional.of(path);
      }
    }
    return find(name, environment, Path.of("/")) instanceof Found.Program found
        ? Optional.of(found.path())
        : Optional.empty();
  }

  private static List<Path> candidates(
      String program, Map<String, String> environment, Path directory) {
    List<Path> candidates = new ArrayList<>();
    if (program.isEmpty()) {
      return candidates;
    }
    try {
      if (program.indexOf('/') >= 0) {
        candidates.add(directory.resolve(program));
        return candidates;
      }
      String path = environment.getOrDefault("PATH", USUAL_PATH);
      int from = 0;
      while (from <= path.length()) {
        int colon = path.indexOf(File.pathSeparatorChar, from);
        int to = colon < 0 ? path.length() : colon;
        // An empty entry means the working directory.
        candidates.add(directory.resolve(path.substring(from, to)).resolve(program));
        from = to + 1;
      }
    } catch (InvalidPathException notAPath) {
      return candidates;
    }
    return candidates;
  }
}

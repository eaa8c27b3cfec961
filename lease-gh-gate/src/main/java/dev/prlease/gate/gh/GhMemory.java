package dev.prlease.gate.gh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where gh keeps what it heard, for one act alone.
 *
 * <p>Before it merges, gh asks the host what that can do, and remembers the answer for a day below
 * the directory for temporary files; also an answer that broke off in the middle. Then every merge
 * on this machine fails with "unexpected EOF" until the day is over (gh 2.23 and 2.46): what should
 * pass by itself does not. So each act starts without memories, and asks once more.
 */
final class GhMemory implements AutoCloseable {
  private final Optional<Path> directory;

  private GhMemory(Optional<Path> directory) {
    this.directory = directory;
  }

  /** An empty one, or the user's own if there is no place for it. */
  static GhMemory fresh() {
    try {
      return new GhMemory(Optional.of(Files.createTempDirectory("prlease-gh")));
    } catch (IOException | SecurityException noPlace) {
      return new GhMemory(Optional.empty());
    }
  }

  /** {@code environment}, with this in it. */
  Map<String, String> in(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    directory.ifPresent(
        path ->
            List.of("TMPDIR", "XDG_CACHE_HOME").forEach(name -> all.put(name, path.toString())));
    return all;
  }

  /** Removes it. What cannot be removed stays: it is small, and where such things are swept. */
  @Override
  public void close() {
    if (directory.isEmpty()) {
      return;
    }
    try (Stream<Path> entries = Files.walk(directory.get())) {
      for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(entry);
      }
    } catch (IOException | UncheckedIOException stays) {
      // As said above.
    }
  }
}

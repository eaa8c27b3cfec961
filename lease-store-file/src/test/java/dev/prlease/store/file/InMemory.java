package dev.prlease.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Temporary directories in memory where the system offers that: many durable writes on a real disk
 * take their time, and what a real disk adds is shown by other tests.
 */
final class InMemory implements TempDirFactory {
  private static final Path MEMORY = Path.of("/dev/shm");

  static Path directory() throws IOException {
    return Files.isWritable(MEMORY)
        ? Files.createTempDirectory(MEMORY, "prlease-test")
        : Files.createTempDirectory("prlease-test");
  }

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
      throws IOException {
    return directory();
  }
}

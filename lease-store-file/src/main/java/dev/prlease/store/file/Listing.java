package dev.prlease.store.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The entries of a directory whose names are wanted. */
final class Listing {
  private Listing() {}

  /** Takes one entry after the other. */
  interface Taker {
    void take(Path file, String name);
  }

  /** In no order; none if the directory is not there. */
  static List<Path> of(Path directory, Predicate<String> wanted) throws IOException {
    List<Path> found = new ArrayList<>();
    each(directory, wanted, (file, name) -> found.add(file));
    return found;
  }

  /** The same, handed over as they are found. */
  static void each(Path directory, Predicate<String> wanted, Taker taker) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (wanted.test(name)) {
          taker.take(file, name);
        }
      }
    } catch (NoSuchFileException e) {
      // There is nothing to take.
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }
}

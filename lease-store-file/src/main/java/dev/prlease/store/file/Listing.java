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

  /** In no order; none if the directory is not there. */
  static List<Path> of(Path directory, Predicate<String> wanted) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        if (wanted.test(file.getFileName().toString())) {
          found.add(file);
        }
      }
      return found;
    } catch (NoSuchFileException e) {
      return found;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }
}

package dev.prlease.store.file;

import java.nio.file.Path;
import java.util.List;

/**
 * Where the slot of a key is.
 *
 * @param file the slot's file, there or not
 * @param locks the lock files to hold before it is changed, in this order
 */
record Place(Path file, List<Path> locks) {
  static final String LOCK_SUFFIX = ".lock";

  /** The lock file beside {@code file}. */
  static Path lockOf(Path file) {
    return file.resolveSibling(file.getFileName() + LOCK_SUFFIX);
  }
}

package dev.prlease.store.git;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * Files by the streams that know nothing of interrupts: a channel closes itself when its thread is
 * interrupted, and {@link java.nio.file.Files} writes by channels (lesson L45).
 */
final class PlainFiles {
  private PlainFiles() {}

  static void write(Path file, byte[] bytes) throws IOException {
    try (OutputStream out = new FileOutputStream(file.toFile())) {
      out.write(bytes);
    }
  }

  /** Fails with a {@link java.io.FileNotFoundException} if it is not there. */
  static InputStream open(Path file) throws IOException {
    return new FileInputStream(file.toFile());
  }
}

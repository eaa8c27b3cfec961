package dev.prlease.store.file;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Gets bytes and names onto stable storage, by calls that interrupts do not reach: a {@link
 * java.nio.channels.FileChannel} would be closed midway, and under a storm of interrupts again and
 * again.
 */
final class Durable {
  private Durable() {}

  /** Writes {@code bytes} to the file that is there, in one write call, and syncs it. */
  static void write(Path file, byte[] bytes) throws IOException {
    try (FileOutputStream out = new FileOutputStream(file.toFile())) {
      out.write(bytes);
      out.getFD().sync();
    }
  }

  /** Appends {@code bytes} to the file, in one write call, and syncs it. */
  static void append(Path file, byte[] bytes) throws IOException {
    try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
      out.write(bytes);
      out.getFD().sync();
    }
  }

  /**
   * Syncs the names in {@code directory}. The channel is an asynchronous one because {@code force}
   * of such a channel works in the calling thread and, unlike that of a FileChannel, ignores
   * interrupts; no thread is started for it.
   */
  static void syncDirectory(Path directory) throws IOException {
    try (AsynchronousFileChannel channel =
        AsynchronousFileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}

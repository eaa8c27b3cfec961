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
interface Disk {
  /** The disk that is there. */
  Disk REAL =
      new Disk() {
        @Override
        public void write(Path file, byte[] bytes) throws IOException {
          // To append to an empty file is to write it, without the truncation that the file system
          // would take note of.
          append(file, bytes);
        }

        @Override
        public void append(Path file, byte[] bytes) throws IOException {
          put(new FileOutputStream(file.toFile(), true), bytes);
        }

        @Override
        public void syncDirectory(Path directory) throws IOException {
          // An asynchronous channel's force works in the calling thread and, unlike that of a
          // FileChannel, ignores interrupts; no thread is started for it.
          try (AsynchronousFileChannel channel =
              AsynchronousFileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
          }
        }

        private void put(FileOutputStream opened, byte[] bytes) throws IOException {
          try (FileOutputStream out = opened) {
            out.write(bytes);
            out.getFD().sync();
          }
        }
      };

  /** Writes {@code bytes} to the empty file that is there, in one write call, and syncs it. */
  void write(Path file, byte[] bytes) throws IOException;

  /** Appends {@code bytes} to the file that is there, in one write call, and syncs it. */
  void append(Path file, byte[] bytes) throws IOException;

  /** Syncs the names in {@code directory}. */
  void syncDirectory(Path directory) throws IOException;
}

package dev.prlease.store.file;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Files;
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
          try (Appender end = appender(file)) {
            end.write(bytes);
          }
        }

        @Override
        public Appender appender(Path file) throws IOException {
          return new Stream(new FileOutputStream(file.toFile(), true));
        }

        @Override
        public void link(Path file, Path name) throws IOException {
          Files.createLink(name, file);
        }

        @Override
        public long changeTime(Entry fresh) {
          return fresh.changed();
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
      };

  /** A file that is open for appending: what is written lands at its end, whoever else writes. */
  interface Appender extends Closeable {
    /** Writes {@code bytes}, in one write call, and syncs them. */
    void write(byte[] bytes) throws IOException;
  }

  /** See {@link #REAL}. */
  record Stream(FileOutputStream out) implements Appender {
    @Override
    public void write(byte[] bytes) throws IOException {
      out.write(bytes);
      out.getFD().sync();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** Writes {@code bytes} to the empty file that is there, in one write call, and syncs it. */
  void write(Path file, byte[] bytes) throws IOException;

  /** Opens the file that is there for appending. */
  Appender appender(Path file) throws IOException;

  /**
   * Gives {@code file} the further name {@code name}.
   *
   * @throws UnsupportedOperationException if the file system knows no such thing; it may also throw
   *     a {@link java.nio.file.FileSystemException} then
   */
  void link(Path file, Path name) throws IOException;

  /** The time of the file system's clock when {@code fresh} was made, in nanoseconds as its own. */
  long changeTime(Entry fresh);

  /** Syncs the names in {@code directory}. */
  void syncDirectory(Path directory) throws IOException;
}

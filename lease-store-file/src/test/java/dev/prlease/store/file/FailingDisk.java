package dev.prlease.store.file;

import java.io.IOException;
import java.nio.file.Path;

/** The real disk, of which a test overrides what is to fail. */
class FailingDisk implements Disk {
  @Override
  public void write(Path file, byte[] bytes) throws IOException {
    REAL.write(file, bytes);
  }

  @Override
  public Appender appender(Path file) throws IOException {
    Appender end = REAL.appender(file);
    return new Appender() {
      @Override
      public void write(byte[] bytes) throws IOException {
        FailingDisk.this.write(end, bytes);
      }

      @Override
      public void close() throws IOException {
        end.close();
      }
    };
  }

  /** What becomes of a write to the end of a file. */
  void write(Appender end, byte[] bytes) throws IOException {
    end.write(bytes);
  }

  @Override
  public void link(Path file, Path name) throws IOException {
    REAL.link(file, name);
  }

  @Override
  public long changeTime(Entry fresh) {
    return REAL.changeTime(fresh);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    REAL.syncDirectory(directory);
  }
}

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
  public void append(Path file, byte[] bytes) throws IOException {
    REAL.append(file, bytes);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    REAL.syncDirectory(directory);
  }
}

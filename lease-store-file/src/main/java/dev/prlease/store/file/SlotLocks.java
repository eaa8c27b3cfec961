package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lock files of one slot, all held.
 *
 * <p>Two of their paths may lead to one file: where a file system folds case, or by a hard link. It
 * is locked once; a second lock of ours would have to wait for the first.
 */
final class SlotLocks implements AutoCloseable {
  private final List<SidecarLock> held = new ArrayList<>(1);
  private final List<Path> otherNames = new ArrayList<>(0);

  private SlotLocks() {}

  /** Takes all of {@code paths}, in their order, under the mutex that the caller has. */
  static SlotLocks take(
      List<Path> paths,
      Optional<LeaseKey> key,
      LockWait patience,
      LockChannels channels,
      String mutexName)
      throws IOException {
    SlotLocks locks = new SlotLocks();
    boolean complete = false;
    try {
      for (Path path : paths) {
        if (!locks.held.isEmpty() && locks.isHeld(path)) {
          locks.otherNames.add(path);
        } else {
          locks.held.add(SidecarLock.take(path, key, patience, channels, mutexName));
        }
      }
      complete = true;
    } finally {
      if (!complete) {
        locks.close();
      }
    }
    return locks;
  }

  private boolean isHeld(Path path) throws IOException {
    Optional<LockFile> file = LockFile.at(path);
    if (file.isPresent()) {
      for (SidecarLock lock : held) {
        if (lock.isOn(file.get())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether each path still leads to the file that is locked. */
  boolean areStillInPlace() throws IOException {
    for (SidecarLock lock : held) {
      if (!lock.isStillInPlace()) {
        return false;
      }
    }
    for (Path name : otherNames) {
      if (!isHeld(name)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    for (int i = held.size() - 1; i >= 0; i--) {
      held.get(i).close();
    }
  }
}

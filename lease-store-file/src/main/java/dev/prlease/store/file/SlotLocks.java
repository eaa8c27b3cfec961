package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The lock files of one slot, all held. */
final class SlotLocks implements AutoCloseable {
  private final List<SidecarLock> held = new ArrayList<>(1);

  private SlotLocks() {}

  /** Takes all of {@code paths}, in their order. */
  static SlotLocks take(List<Path> paths, LeaseKey key, Patience patience) throws IOException {
    SlotLocks locks = new SlotLocks();
    boolean complete = false;
    try {
      for (Path path : paths) {
        locks.held.add(SidecarLock.take(path, key, patience));
      }
      complete = true;
    } finally {
      if (!complete) {
        locks.close();
      }
    }
    return locks;
  }

  /** Whether each path still leads to the file that is locked. */
  boolean areStillInPlace() throws IOException {
    for (SidecarLock lock : held) {
      if (!lock.isStillInPlace()) {
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

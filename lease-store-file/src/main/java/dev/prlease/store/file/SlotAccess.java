package dev.prlease.store.file;

import dev.prlease.api.ContentionException;
import dev.prlease.api.LeaseKey;
import dev.prlease.spi.StoreContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The way to a slot that is to stay as it is meanwhile: the directory is judged, then the JVM's
 * mutex of the slot is taken ({@link JvmMutex}), then the lock files that all processes honour
 * ({@link SidecarLock}). All of that together waits no longer than {@link LockWait} allows.
 */
final class SlotAccess implements AutoCloseable {
  private final Path directory;
  private final DirectoryGuard guard;
  private final SlotNames names;
  private final StoreContext context;
  private final LockChannels channels = new LockChannels();

  SlotAccess(Path directory, DirectoryGuard guard, SlotNames names, StoreContext context) {
    this.directory = directory;
    this.guard = guard;
    this.names = names;
    this.context = context;
  }

  /** Work on a slot whose locks are held; empty if they turned out to be worth nothing. */
  interface Work<T> {
    Optional<T> on(Place place, SlotLocks locks) throws IOException;
  }

  /** What one operation has. */
  LockWait patience(InterruptShield shield) {
    return LockWait.of(context.clock(), context.scheduler(), shield);
  }

  /**
   * Judges the directory.
   *
   * @throws dev.prlease.api.LeaseStoreException if it is not fit for use
   */
  void look() throws IOException {
    guard.look();
  }

  /**
   * Does {@code work} under the locks of the slot {@code name}.
   *
   * @param key for messages
   * @throws ContentionException if others kept the slot busy
   */
  <T> T underLocks(String name, Optional<LeaseKey> key, LockWait patience, Work<T> work)
      throws IOException {
    String mutexName = guard.ensure().id() + ":" + names.mutexName(name);
    Optional<JvmMutex> mutex = JvmMutex.take(mutexName, patience);
    if (mutex.isEmpty()) {
      throw busy(name, key, "another thread", patience);
    }
    try {
      return underLockFiles(name, mutexName, key, patience, work);
    } finally {
      mutex.get().release();
    }
  }

  private <T> T underLockFiles(
      String name, String mutexName, Optional<LeaseKey> key, LockWait patience, Work<T> work)
      throws IOException {
    while (true) {
      Place place = names.place(name, patience.shield());
      try (SlotLocks locks = SlotLocks.take(place.locks(), key, patience, channels, mutexName)) {
        if (!names.placesMove() || names.place(name, patience.shield()).equals(place)) {
          Optional<T> result = work.on(place, locks);
          if (result.isPresent()) {
            return result.get();
          }
        }
      }
      if (patience.isOver()) {
        throw busy(name, key, "somebody who keeps replacing its lock file", patience);
      }
    }
  }

  private ContentionException busy(
      String name, Optional<LeaseKey> key, String who, LockWait patience) {
    return ContentionException.locked(
        key,
        "the lease "
            + (key.isPresent() ? "of " + key.get() + " in " + directory : directory.resolve(name))
            + " was kept busy by "
            + who
            + patience.text(),
        "Try again in a moment.");
  }

  @Override
  public void close() {
    if (!channels.isEmpty()) {
      try (InterruptShield shield = new InterruptShield()) {
        channels.close(patience(shield));
      }
    }
  }
}

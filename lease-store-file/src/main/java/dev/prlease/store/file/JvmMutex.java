package dev.prlease.store.file;

import java.util.Optional;

/**
 * Lets one thread of this JVM at a time work on a slot, whichever class loader its store comes
 * from.
 *
 * <p>POSIX file locks belong to the process: a second lock of one JVM is no conflict to the kernel
 * but an {@link java.nio.channels.OverlappingFileLockException} to Java, and closing the second
 * channel drops the first one's lock. So threads must be kept apart before they open the lock file,
 * and a static lock would not do that: each class loader has its own. What all of them share is the
 * table of interned strings and the system properties. Hence: the monitor of an interned string
 * that names the slot, and under it a property of that name, there while the slot is taken.
 *
 * <p>A host that replaces or clears all system properties ({@link System#setProperties}) frees
 * every mutex that is taken. Leases stay safe: the lock file then refuses the second thread (see
 * {@link LockChannels}), which waits for it by polling.
 *
 * <p>The string is referred to by everyone who waits or holds, so it stays the same object for as
 * long as it matters. The property is a string as all must be, or {@link java.util.Properties}
 * could not be stored any more.
 */
final class JvmMutex {
  private static final String PREFIX = "dev.prlease.store.file.busy:";

  /**
   * A timed wait ends by itself now and then, in case the clock that limits it is a virtual one.
   */
  private static final long LONGEST_WAIT_MILLIS = 500;

  private final String monitor;

  private JvmMutex(String monitor) {
    this.monitor = monitor;
  }

  /** Takes the mutex {@code name}; empty if it was not free before {@code patience} was over. */
  static Optional<JvmMutex> take(String name, LockWait patience) {
    String monitor = (PREFIX + name).intern();
    synchronized (monitor) {
      while (System.getProperty(monitor) != null) {
        if (patience.isOver()) {
          return Optional.empty();
        }
        try {
          monitor.wait(Math.max(1, Math.min(patience.leftMillis(), LONGEST_WAIT_MILLIS)));
        } catch (InterruptedException e) {
          patience.shield().remember();
        }
      }
      System.setProperty(monitor, Thread.currentThread().getName());
    }
    return Optional.of(new JvmMutex(monitor));
  }

  /** Lets the next one in. */
  void release() {
    synchronized (monitor) {
      System.clearProperty(monitor);
      monitor.notifyAll();
    }
  }
}

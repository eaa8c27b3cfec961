package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import dev.prlease.api.LeaseStoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The descriptors that lock files are locked by.
 *
 * <p>Some must not be closed: those of a file that something else in this JVM has locked, without
 * the {@link JvmMutex} of the slot. POSIX gives up all of a process's locks on a file with any
 * descriptor of it, so that lock would be dropped, and whoever holds it would go on without. They
 * are kept open, and reachable, since the collector closes what it finds. The next try on the same
 * file uses the one that is kept, and closes it once it could lock the file itself.
 *
 * <p>That bounds them by one a lock file; and by {@value #MOST_KEPT} in all, beyond which no other
 * lock file is opened: whoever locks so many is a program gone wrong, and to run out of descriptors
 * would harm its host more than an error. Thread-safe; but the file of one slot is only dealt with
 * under its mutex.
 */
final class LockChannels {
  static final int MOST_KEPT = 64;

  private static final Set<OpenOption> WRITE =
      Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  /**
   * By their files; by themselves those whose file is not known, or has one already: two slots may
   * share a lock file by a hard link, and then two threads can come here with it at once.
   */
  private final Map<Object, Kept> kept = new ConcurrentHashMap<>(0);

  /** A descriptor, and the mutex of the slot for which it was opened. */
  private record Kept(FileChannel channel, String mutexName) {}

  /**
   * A descriptor of the lock file at {@code path}, the caller's from now on.
   *
   * @param file what stood there a moment ago
   * @throws LeaseStoreException if too many are kept open
   */
  FileChannel open(Path path, LockFile file, Optional<LeaseKey> key) throws IOException {
    // Almost always none is kept, and then nothing is made to look for.
    @Nullable Kept mine = kept.isEmpty() ? null : kept.remove(file);
    if (mine != null) {
      return mine.channel();
    }
    if (kept.size() >= MOST_KEPT) {
      throw new LeaseStoreException(
          key,
          path
              + " was not opened: "
              + kept.size()
              + " other lock files are locked by something else within this program",
          "Find out what in this program locks them: it must leave lock files alone. Then restart.",
          null);
    }
    return FileChannel.open(path, WRITE);
  }

  /**
   * Keeps {@code channel} open.
   *
   * @param file what it is a descriptor of, if that is known for sure
   * @param mutexName under which it is dealt with
   */
  void keep(FileChannel channel, Optional<LockFile> file, String mutexName) {
    Kept one = new Kept(channel, mutexName);
    if (file.isEmpty() || kept.putIfAbsent(file.get(), one) != null) {
      kept.put(channel, one);
    }
  }

  boolean isEmpty() {
    return kept.isEmpty();
  }

  /**
   * Closes what nobody has locked any more, each under the mutex of its slot: without it, another
   * store of this JVM might lock the file between the look and the closing, and lose its lock. The
   * rest stays open as long as this is reachable.
   */
  void close(LockWait patience) {
    kept.values().removeIf(one -> closedUnderMutex(one, patience));
  }

  private static boolean closedUnderMutex(Kept one, LockWait patience) {
    Optional<JvmMutex> mutex = JvmMutex.take(one.mutexName(), patience);
    if (mutex.isEmpty()) {
      return false;
    }
    try {
      return closedWithoutHarm(one.channel());
    } finally {
      mutex.get().release();
    }
  }

  private static boolean closedWithoutHarm(FileChannel channel) {
    try {
      channel.tryLock();
    } catch (OverlappingFileLockException stillLocked) {
      return false;
    } catch (IOException unusable) {
      // Whatever is wrong with it, nobody in this JVM has it locked.
    }
    try {
      channel.close();
    } catch (IOException e) {
      LoggerFactory.getLogger(LockChannels.class).warn("closing a lock file failed", e);
    }
    return true;
  }
}

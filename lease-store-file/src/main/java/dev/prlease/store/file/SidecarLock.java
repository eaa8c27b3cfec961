package dev.prlease.store.file;

import dev.prlease.api.ContentionException;
import dev.prlease.api.LeaseKey;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * The lock that processes exclude each other with: a POSIX write lock on a file beside the slot
 * that nothing else ever opens, since closing any descriptor of it would drop the lock. Held under
 * the {@link JvmMutex} of the slot only.
 *
 * <p>The file is never deleted by us. Somebody else may all the same, and then two processes could
 * each lock a file of that name (lessons L9, L46). So which file it is is looked at before it is
 * opened, and again once it is locked: if the path leads to the file that was locked, that is the
 * one all newcomers lock too. The holder asks {@link #isStillInPlace} right before it commits.
 *
 * <p>{@code tryLock} only: the blocking call cannot be limited, hangs on a broken NFS (L47), and an
 * interrupt closes its channel.
 */
final class SidecarLock implements AutoCloseable {
  private final Path path;
  private final LockFile file;
  private final FileChannel channel;
  private final LockChannels channels;
  private final String mutexName;

  /** Whether something else in this JVM had the file locked when it was last tried. */
  private boolean isForeign;

  private SidecarLock(
      Path path, LockFile file, FileChannel channel, LockChannels channels, String mutexName) {
    this.path = path;
    this.file = file;
    this.channel = channel;
    this.channels = channels;
    this.mutexName = mutexName;
  }

  /**
   * Locks {@code path}.
   *
   * @param mutexName the mutex that the caller has
   * @throws ContentionException if others held it until {@code patience} was over
   */
  static SidecarLock take(
      Path path, Optional<LeaseKey> key, LockWait patience, LockChannels channels, String mutexName)
      throws IOException {
    while (true) {
      LockFile before = LockFile.ensure(path, key);
      Optional<SidecarLock> lock = tryOn(path, before, key, patience, channels, mutexName);
      if (lock.isPresent()) {
        return lock.get();
      }
      if (patience.isOver()) {
        throw ContentionException.locked(
            key,
            "another process held the lock " + path + patience.text(),
            "See which process it is (lslocks, or fuser -v "
                + ShellWord.of(path)
                + "), and try again. Never delete the lock file.");
      }
    }
  }

  /** Locks {@code path} if nobody else has it locked, which may be told of a lock just replaced. */
  static Optional<SidecarLock> tryTake(
      Path path, InterruptShield shield, LockChannels channels, String mutexName)
      throws IOException {
    LockFile before = LockFile.ensure(path, Optional.empty());
    return tryOn(path, before, Optional.empty(), LockWait.none(shield), channels, mutexName);
  }

  private static Optional<SidecarLock> tryOn(
      Path path,
      LockFile before,
      Optional<LeaseKey> key,
      LockWait patience,
      LockChannels channels,
      String mutexName)
      throws IOException {
    FileChannel channel;
    try {
      channel = channels.open(path, before, key);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    SidecarLock lock = new SidecarLock(path, before, channel, channels, mutexName);
    boolean taken = false;
    try {
      taken = lock.poll(patience) && lock.isStillInPlace();
    } finally {
      if (!taken) {
        lock.close();
      }
    }
    return taken ? Optional.of(lock) : Optional.empty();
  }

  private boolean poll(LockWait patience) throws IOException {
    while (!tryLock()) {
      if (patience.isOver()) {
        return false;
      }
      patience.pause();
    }
    return true;
  }

  private boolean tryLock() throws IOException {
    isForeign = false;
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Somebody in this JVM locks the file without the mutex. Closing our channel now would drop
      // that lock, so we wait for its end as for another process's.
      isForeign = true;
      return false;
    }
  }

  /** Whether this is a lock on {@code other}. */
  boolean isOn(LockFile other) {
    return file.equals(other);
  }

  /** Whether the path still leads to the file that is locked. */
  boolean isStillInPlace() throws IOException {
    Optional<LockFile> now = LockFile.at(path);
    return now.isPresent() && now.get().equals(file);
  }

  /** Frees the lock. The descriptor is gone even if closing it failed, and the lock with it. */
  @Override
  public void close() {
    if (isForeign) {
      channels.keep(channel, knownFile(), mutexName);
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      LoggerFactory.getLogger(SidecarLock.class).warn("closing {} failed", path, e);
    }
  }

  /** What the channel is a descriptor of: the path may have led elsewhere when it was opened. */
  private Optional<LockFile> knownFile() {
    try {
      return isStillInPlace() ? Optional.of(file) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}

package dev.prlease.store.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * Puts a full log aside and begins a new one, while any number of processes write to it.
 *
 * <p><b>Those who write take no lock.</b> An event must not wait for whoever rotates, or was
 * stopped while it did; and programs that know nothing of rotation write, too. They need none: a
 * file is opened for appending and an event is one write call, so whoever still has the old file
 * open writes to it whole, under whatever name it has by then. A line can be lost in two ways only,
 * and both are closed:
 *
 * <ul>
 *   <li>Somebody opens the file, is stopped, and writes when that file has been removed, since so
 *       many newer ones were made meanwhile. Hence {@link JsonLinesAuditSink} looks, while it has
 *       the file open, whether it is the one it thinks, before it writes; and afterwards whether
 *       that file is still there. If not, it writes again.
 *   <li>Two rotate at once: the second one's new file would take the place of the first one's,
 *       which holds lines by then. Hence one at a time, under a lock ({@link JvmMutex} and {@link
 *       SidecarLock}, as for slots), which is tried once and never waited for: who cannot have it
 *       just writes to the file that is full.
 * </ul>
 *
 * <p><b>The name is never without a file.</b> The old file first gets its second name by a hard
 * link, which fails if that name is taken; then a new and empty file is renamed over the first
 * name. Between the two both names lead to one file, and a process that dies there leaves them so:
 * the next one to rotate sees it and goes on with the second step, and readers count such a file
 * once. If the name were free for a moment, an older program would make the file itself, readable
 * for others. File systems without hard links have that moment. Only there is it renamed: an error
 * of any other kind leaves all as it is.
 *
 * <p><b>Power.</b> The new name is synced before the old one leads elsewhere. A new log gets its
 * first line only after its name was synced: whoever finds it empty does so. So what was said to be
 * durable has a name that is.
 *
 * <p>Nothing here changes or copies a line, so torn lines are kept as they are.
 */
final class AuditRotation {
  private final AuditFiles files;
  private final AuditLimits limits;
  private final Disk disk;
  private final LockChannels channels = new LockChannels();
  private volatile boolean complained;

  AuditRotation(AuditFiles files, AuditLimits limits, Disk disk) {
    this.files = files;
    this.limits = limits;
    this.disk = disk;
  }

  /**
   * Puts {@code full}, which the log was a moment ago, aside. False if that was not possible now;
   * then the log goes on as it is, which harms nothing. Never throws: an event is to be written all
   * the same.
   *
   * @param directory where the log is
   */
  boolean tryRotate(Entry directory, Entry full, InterruptShield shield) {
    try {
      return shield.retrying(() -> tryUnderMutex(directory, full, shield));
    } catch (IOException | RuntimeException e) {
      complain("{} was not rotated, and goes on growing", files.current(), e);
      return false;
    }
  }

  private void complain(String what, Path file, Exception cause) {
    if (!complained) {
      complained = true;
      LoggerFactory.getLogger(AuditRotation.class).warn(what, file, cause);
    }
  }

  private boolean tryUnderMutex(Entry directory, Entry full, InterruptShield shield)
      throws IOException {
    String name = directory.id() + "/" + files.lock().getFileName();
    Optional<JvmMutex> mutex = JvmMutex.take(name, LockWait.none(shield));
    if (mutex.isEmpty()) {
      return false;
    }
    try {
      Optional<SidecarLock> lock = SidecarLock.tryTake(files.lock(), shield, channels, name);
      if (lock.isEmpty()) {
        return false;
      }
      try (SidecarLock held = lock.get()) {
        return rotate(full, held);
      }
    } finally {
      mutex.get().release();
    }
  }

  private boolean rotate(Entry full, SidecarLock lock) throws IOException {
    Optional<Entry> now = Entry.at(files.current());
    if (now.isEmpty() || !now.get().isSameFile(full)) {
      // Somebody else did it.
      return true;
    }
    Optional<Long> named = files.numberOf(full);
    Path name = files.rotated(named.isPresent() ? named.get() : nextNumber());
    // First what needs room on the disk: where that is not to be had, nothing has been done yet.
    makeNext();
    if (!lock.isStillInPlace()) {
      return false;
    }
    if (named.isPresent() || link(name)) {
      if (!lock.isStillInPlace()) {
        return false;
      }
      Files.move(files.next(), files.current(), StandardCopyOption.ATOMIC_MOVE);
    } else {
      moveAside(name);
      Files.deleteIfExists(files.next());
    }
    disk.syncDirectory(files.directory());
    removeOld();
    return true;
  }

  private long nextNumber() throws IOException {
    List<Long> numbers = files.numbers();
    long newest = numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1);
    if (newest == AuditFiles.GREATEST) {
      throw new IOException(
          "no number is left after " + files.rotated(newest) + "; move that file away");
    }
    return newest + 1;
  }

  /** The first step. False where the file system knows no hard links. */
  private boolean link(Path name) throws IOException {
    try {
      disk.link(files.current(), name);
    } catch (UnsupportedOperationException noLinks) {
      return false;
    } catch (FileSystemException e) {
      if (!e.getClass().equals(FileSystemException.class)) {
        // The name is taken, the file is gone, or we may not: none of that a rename makes better.
        throw e;
      }
      // What the JDK has no class for: a file system that knows no links says "not permitted".
      return false;
    }
    disk.syncDirectory(files.directory());
    return true;
  }

  private void makeNext() throws IOException {
    // Left by a process that died, if there is one: we have the lock.
    Files.deleteIfExists(files.next());
    Files.createFile(files.next(), OwnedFile.OWNER_ONLY);
  }

  private void moveAside(Path name) throws IOException {
    Files.move(files.current(), name);
    try {
      Files.createFile(files.current(), OwnedFile.OWNER_ONLY);
    } catch (FileAlreadyExistsException e) {
      // Somebody was quicker, and may have known less about permissions.
      Files.setPosixFilePermissions(files.current(), PosixFilePermissions.fromString("rw-------"));
    }
  }

  /** By count: numbers have gaps where a file was moved away, or one came from elsewhere. */
  private void removeOld() throws IOException {
    List<Long> numbers = files.numbers();
    for (long number : numbers.subList(0, Math.max(0, numbers.size() - limits.keep()))) {
      try {
        Files.deleteIfExists(files.rotated(number));
      } catch (IOException e) {
        complain("{}, which is old, could not be removed", files.rotated(number), e);
      }
    }
  }

  /** Closes lock files that could not be closed at once, see {@link LockChannels}. */
  void close() {
    if (!channels.isEmpty()) {
      InterruptShield shield = new InterruptShield();
      channels.close(LockWait.none(shield));
      shield.close();
    }
  }
}

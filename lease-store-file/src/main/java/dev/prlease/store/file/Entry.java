package dev.prlease.store.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What stands at a path, looked at without opening it: a FIFO that is opened blocks for ever, and a
 * symbolic link leads elsewhere.
 *
 * @param mode kind and permissions, as in {@code st_mode}
 * @param device of the file system
 * @param inode within the device
 * @param uid the owner
 * @param size in bytes
 * @param changed when content, name or permissions last changed, in nanoseconds
 */
record Entry(int mode, long device, long inode, int uid, long size, long changed) {
  private static final int KIND = 0xf000;
  private static final int REGULAR = 0x8000;
  private static final int DIRECTORY = 0x4000;
  private static final int SYMBOLIC_LINK = 0xa000;
  private static final int FIFO = 0x1000;
  private static final int WRITABLE_BY_OTHERS = 0x12;
  private static final int READABLE_BY_OTHERS = 0x24;
  private static final int STICKY_OR_SETGID = 0x600;
  private static final String ATTRIBUTES = "unix:mode,dev,ino,uid,size,ctime";

  /** The entry at {@code path} itself, if there is one. */
  static Optional<Entry> at(Path path) throws IOException {
    return read(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** What {@code path} leads to, if there is something. */
  static Optional<Entry> behind(Path path) throws IOException {
    return read(path);
  }

  private static Optional<Entry> read(Path path, LinkOption... options) throws IOException {
    Map<String, Object> found;
    try {
      found = Files.readAttributes(path, ATTRIBUTES, options);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (UnsupportedOperationException e) {
      throw new FileSystemException(path.toString(), null, "has no POSIX permissions and owners");
    }
    return Optional.of(
        new Entry(
            (Integer) value(found, "mode"),
            (Long) value(found, "dev"),
            (Long) value(found, "ino"),
            (Integer) value(found, "uid"),
            (Long) value(found, "size"),
            ((FileTime) value(found, "ctime")).to(TimeUnit.NANOSECONDS)));
  }

  private static Object value(Map<String, Object> found, String name) {
    return Objects.requireNonNull(found.get(name), name);
  }

  boolean isRegularFile() {
    return (mode & KIND) == REGULAR;
  }

  boolean isDirectory() {
    return (mode & KIND) == DIRECTORY;
  }

  boolean isWritableByOthers() {
    return (mode & WRITABLE_BY_OTHERS) != 0;
  }

  boolean isReadableByOthers() {
    return (mode & READABLE_BY_OTHERS) != 0;
  }

  /** Whether it is meant to be used by several users: sticky, or handing its group on. */
  boolean isShared() {
    return (mode & STICKY_OR_SETGID) != 0;
  }

  /** Whether {@code other} was this very file, as it was then. */
  boolean isSameFile(Entry other) {
    return inode == other.inode && device == other.device;
  }

  /** Tells this file from every other that is there at the same time. */
  String id() {
    return device + ":" + inode;
  }

  /** For messages. */
  String kindText() {
    return switch (mode & KIND) {
      case REGULAR -> "a regular file";
      case DIRECTORY -> "a directory";
      case SYMBOLIC_LINK -> "a symbolic link";
      case FIFO -> "a FIFO";
      default -> "a device or socket";
    };
  }
}

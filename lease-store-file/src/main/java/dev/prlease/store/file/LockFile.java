package dev.prlease.store.file;

import dev.prlease.api.LeaseKey;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Which file stands at the path of a lock: a path may lead to one file now and to another later.
 *
 * <p>It is looked at three times for each write, so by the attributes that Java reads in a fifth of
 * the time that an {@link Entry} takes.
 *
 * @param fileKey what tells it from every other file that is there at the same time
 */
record LockFile(Object fileKey) {
  /** The file at {@code path}; made if there is none. */
  static LockFile ensure(Path path, Optional<LeaseKey> key) throws IOException {
    while (true) {
      Optional<LockFile> found = at(path);
      if (found.isPresent()) {
        return found.get();
      }
      Optional<Entry> other = Entry.at(path);
      if (other.isPresent() && !other.get().isRegularFile()) {
        throw StoreTrouble.notRegular(key, path, other.get());
      }
      try {
        Files.createFile(path, OwnedFile.OWNER_ONLY);
      } catch (FileAlreadyExistsException e) {
        // Another process was quicker, which is as good.
      }
    }
  }

  /** The regular file at {@code path}, if that is what stands there. */
  static Optional<LockFile> at(Path path) throws IOException {
    BasicFileAttributes found;
    try {
      found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (!found.isRegularFile()) {
      return Optional.empty();
    }
    Object fileKey = found.fileKey();
    if (fileKey == null) {
      throw new FileSystemException(path.toString(), null, "the file system numbers no files");
    }
    return Optional.of(new LockFile(fileKey));
  }

  // Written out: the methods that a record gets by itself are linked at first use, at a cost that
  // each call of the command would pay.
  @Override
  public boolean equals(Object other) {
    return other instanceof LockFile that && fileKey.equals(that.fileKey);
  }

  @Override
  public int hashCode() {
    return fileKey.hashCode();
  }
}

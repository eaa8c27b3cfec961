package dev.prlease.store.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that are written beside a slot before they take its place. They are known by their
 * names; those of other programs are left alone.
 */
final class TemporaryFiles {
  static final String PREFIX = ".prlease-";
  static final String SUFFIX = ".tmp";

  /** No write takes that long; what is older was left behind by a process that died. */
  static final Duration AGE = Duration.ofHours(1);

  private final Path directory;
  private final Disk disk;
  private final Duration age;

  /**
   * Those in {@code directory}.
   *
   * @param age what is older is swept, {@link #AGE} but for tests
   */
  TemporaryFiles(Path directory, Disk disk, Duration age) {
    this.directory = directory;
    this.disk = disk;
    this.age = age;
  }

  /** A new file with {@code bytes}, on stable storage. Nothing is left behind if that fails. */
  Path write(byte[] bytes) throws IOException {
    Path file = create();
    boolean written = false;
    try {
      disk.write(file, bytes);
      written = true;
    } finally {
      if (!written) {
        discard(file);
      }
    }
    return file;
  }

  private Path create() throws IOException {
    while (true) {
      long random = ThreadLocalRandom.current().nextLong();
      Path file = directory.resolve(PREFIX + Long.toHexString(random) + SUFFIX);
      try {
        return Files.createFile(file, OwnedFile.OWNER_ONLY);
      } catch (FileAlreadyExistsException e) {
        // Met by chance: the next name is another.
      }
    }
  }

  /** Removes a file that is not needed; one that cannot be removed is swept later. */
  static void discard(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      logger().warn("{} could not be removed: {}", file, StoreTrouble.reason(e));
    }
  }

  /**
   * Removes what dead processes left behind. Age is measured against the change time of the
   * directory, in which something was just written, so that both come from one clock. Nothing fails
   * for it: a write that was made stays made.
   */
  void sweep() {
    try {
      Optional<Entry> now = Entry.behind(directory);
      if (now.isPresent()) {
        sweep(now.get());
      }
    } catch (IOException e) {
      logger().debug("old temporary files in {} were not swept", directory, e);
    }
  }

  /** The same, with the time of {@code now}. */
  void sweep(Entry now) throws IOException {
    aged(now.changed()).forEach(TemporaryFiles::discard);
  }

  /**
   * Those that dead processes left behind, by the clock that stamps them: a file is made and
   * removed to read it. Where none can be made, such as on a full disk, it is at least as late as
   * the last change of the directory.
   */
  List<Path> aged() throws IOException {
    Optional<Entry> stamped;
    try {
      Path fresh = create();
      stamped = Entry.at(fresh);
      discard(fresh);
    } catch (IOException notMade) {
      stamped = Entry.behind(directory);
    }
    return stamped.isPresent() ? aged(disk.changeTime(stamped.get())) : List.of();
  }

  /**
   * Those that had been left behind at {@code now}.
   *
   * @param now in nanoseconds since the epoch, by the clock that stamps files
   */
  List<Path> aged(long now) throws IOException {
    List<Path> aged = new ArrayList<>();
    for (Path file : Listing.of(directory, TemporaryFiles::isOurs)) {
      Optional<Entry> entry = Entry.at(file);
      if (entry.isPresent()
          && entry.get().isRegularFile()
          && now - entry.get().changed() > age.toNanos()) {
        aged.add(file);
      }
    }
    return aged;
  }

  static boolean isOurs(String name) {
    return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
  }

  /** Made only when there is something to say. */
  private static Logger logger() {
    return LoggerFactory.getLogger(TemporaryFiles.class);
  }
}

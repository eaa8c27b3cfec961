package dev.prlease.store.file;

import dev.prlease.spi.Clock;
import dev.prlease.spi.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Whether the clock by which leases are judged agrees with the one that stamps files, which is
 * another machine's on a network; and thereby whether a file can be written at all.
 */
final class FileTimeCheck implements StoreCheck {
  /** Stamps are taken from a tick of the kernel's, and may be cut to whole seconds. */
  private static final Duration MOST = Duration.ofSeconds(2);

  private final Path directory;
  private final Clock clock;
  private final TemporaryFiles temporaries;

  FileTimeCheck(Path directory, Clock clock, Disk disk) {
    this.directory = directory;
    this.clock = clock;
    this.temporaries = new TemporaryFiles(directory, disk, TemporaryFiles.AGE);
  }

  @Override
  public String subject() {
    return "file-time";
  }

  @Override
  public List<Finding> look() throws IOException {
    Instant before = clock.now();
    Path file = temporaries.write(new byte[] {'\n'});
    Instant stamp;
    try {
      stamp = Files.getLastModifiedTime(file).toInstant();
    } finally {
      TemporaryFiles.discard(file);
    }
    return List.of(judge(before, stamp, clock.now()));
  }

  private Finding judge(Instant before, Instant stamp, Instant after) {
    Duration behind = Duration.between(stamp, before);
    Duration ahead = Duration.between(after, stamp);
    if (behind.compareTo(MOST) > 0) {
      return apart(behind, "behind");
    }
    if (ahead.compareTo(MOST) > 0) {
      return apart(ahead, "ahead of");
    }
    return Finding.ok(
        subject(), "a file was written, and its time agrees with this machine's clock");
  }

  private Finding apart(Duration by, String how) {
    return Finding.warning(
        subject(),
        "files in "
            + directory
            + " are stamped "
            + by.toSeconds()
            + " s "
            + how
            + " this machine's clock",
        "Set the clocks of this machine and of the file server right, best by NTP.");
  }
}

package dev.prlease.store.file;

import dev.prlease.json.Rfc3339;
import dev.prlease.spi.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.LoggerFactory;

/**
 * Keeps what is replaced but should not be lost, in {@code quarantine/} below the leases: nothing
 * there is ever read by us, and nothing removed but what garbage collection finds old by its name.
 *
 * <p>The file gets a second name (a hard link) before it loses its first one, so it is kept byte
 * for byte whatever its size, and there is no moment without it. If the process dies in between, it
 * has both names, which harms nobody.
 */
final class Quarantine {
  static final String NAME = "quarantine";

  /** Of {@code 2026-07-26T18-42-42.123456Z}. */
  private static final int TIME_LENGTH = 27;

  private final Path directory;
  private final Clock clock;
  private final Disk disk;

  Quarantine(Path leases, Clock clock, Disk disk) {
    this.directory = leases.resolve(NAME);
    this.clock = clock;
    this.disk = disk;
  }

  /** Keeps {@code file}; returns where. */
  Path keep(Path file) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(directory, OwnedFile.OWNER_ONLY_DIRECTORY);
    }
    Path kept = directory.resolve(name(file.getFileName().toString()));
    try {
      Files.createLink(kept, file);
    } catch (UnsupportedOperationException | java.nio.file.FileSystemException e) {
      // No hard links here, or not to a file of this owner.
      Files.copy(file, kept, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    }
    disk.syncDirectory(directory);
    LoggerFactory.getLogger(Quarantine.class).info("{} is kept as {}", file, kept);
    return kept;
  }

  private String name(String slotName) {
    String stem =
        slotName.endsWith(Slug.SUFFIX)
            ? slotName.substring(0, slotName.length() - Slug.SUFFIX.length())
            : slotName;
    String time = time();
    String random = Integer.toHexString(ThreadLocalRandom.current().nextInt());
    return stem + "." + time + "." + random + Slug.SUFFIX;
  }

  /** What was kept before {@code time}, as the names of ours tell. */
  List<Path> keptBefore(Instant time) throws IOException {
    return Listing.of(
        directory, name -> keptAt(name).map(kept -> kept.isBefore(time)).orElse(false));
  }

  /** When the file {@code name} was kept; empty if the name is none of ours. */
  static Optional<Instant> keptAt(String name) {
    int random = name.length() - Slug.SUFFIX.length();
    int from = name.endsWith(Slug.SUFFIX) ? name.lastIndexOf('.', random - 1) - TIME_LENGTH : -1;
    if (from < 1 || name.charAt(from - 1) != '.') {
      return Optional.empty();
    }
    String time = name.substring(from, from + TIME_LENGTH);
    int clock = time.indexOf('T') + 1;
    return Rfc3339.parse(time.substring(0, clock) + time.substring(clock).replace('-', ':'));
  }

  /** In microseconds, so that names stand in the order in which they were made. */
  private String time() {
    Instant now = clock.now();
    String millis = Rfc3339.format(now.truncatedTo(ChronoUnit.MILLIS)).replace(':', '-');
    int micros = 1000 + now.get(ChronoField.MICRO_OF_SECOND) % 1000;
    return millis.substring(0, millis.length() - 1) + Integer.toString(micros).substring(1) + "Z";
  }
}

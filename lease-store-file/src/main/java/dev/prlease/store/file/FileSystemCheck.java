package dev.prlease.store.file;

import dev.prlease.spi.Finding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Whether other machines may share the file system (lesson L47). */
final class FileSystemCheck implements StoreCheck {
  private final Path directory;
  private final Optional<Duration> skew;

  FileSystemCheck(Path directory, FileStoreOptions options) {
    this.directory = directory;
    this.skew = options.maxClockSkew();
  }

  @Override
  public String subject() {
    return "file-system";
  }

  @Override
  public List<Finding> look() {
    return List.of(judge(NetworkFileSystem.type(directory)));
  }

  private Finding judge(Optional<String> found) {
    String type = found.orElse("of an unknown type");
    if (found.isPresent() && NetworkFileSystem.isShared(type)) {
      return Finding.warning(
          subject(),
          directory
              + " is on "
              + type
              + ", which other machines may share: their clocks may be "
              + skew.map(Duration::toString).orElse("any time")
              + " apart, and its locks may hang",
          "Keep all clocks within that by NTP, or keep the leases on a local disk.");
    }
    return Finding.ok(subject(), directory + " is on " + type);
  }
}

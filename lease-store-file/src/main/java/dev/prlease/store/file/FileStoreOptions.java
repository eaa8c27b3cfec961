package dev.prlease.store.file;

import java.time.Duration;
import java.util.Optional;

/**
 * How a file store is to behave.
 *
 * @param layout how files are named
 * @param maxClockSkew how far the clocks of the machines that share the directory may be apart;
 *     none where one machine uses it alone, and needed on a network file system
 */
public record FileStoreOptions(FileLayout layout, Optional<Duration> maxClockSkew) {
  /** One machine, our own file names. */
  public static final FileStoreOptions DEFAULTS =
      new FileStoreOptions(FileLayout.PRLEASE, Optional.empty());

  /**
   * Checks the skew.
   *
   * @throws IllegalArgumentException if it is negative, or a day or more
   */
  public FileStoreOptions {
    if (maxClockSkew.isPresent()) {
      check(maxClockSkew.get());
    }
  }

  private static void check(Duration skew) {
    if (skew.isNegative() || skew.compareTo(Duration.ofDays(1)) >= 0) {
      throw new IllegalArgumentException("maxClockSkew must be 0 to 24 h, not " + skew);
    }
  }

  /** The same with another layout. */
  public FileStoreOptions withLayout(FileLayout newLayout) {
    return new FileStoreOptions(newLayout, maxClockSkew);
  }

  /** The same for machines whose clocks may be {@code skew} apart. */
  public FileStoreOptions withMaxClockSkew(Duration skew) {
    return new FileStoreOptions(layout, Optional.of(skew));
  }
}

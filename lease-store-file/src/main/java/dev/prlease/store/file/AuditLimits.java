package dev.prlease.store.file;

import java.util.Map;

/**
 * How much of the audit is kept: once {@code audit.jsonl} has {@code maxBytes}, it becomes {@code
 * audit.N.jsonl} and a new one is begun; of those, the newest {@code keep} stay.
 *
 * <p>About {@code maxBytes × (keep + 1)} in all: with the defaults a third of a million events in
 * 110 MiB.
 *
 * @param maxBytes at least {@value #LEAST_BYTES}, or 0: it is one file for ever
 * @param keep at least 1, at most {@value #MOST_KEPT}
 */
public record AuditLimits(long maxBytes, int keep) {
  /** 10 MiB, and 10 files of it. */
  public static final AuditLimits DEFAULT = new AuditLimits(10L << 20, 10);

  static final int MOST_KEPT = 1_000;

  private static final long LEAST_BYTES = 4_096;
  private static final long MOST_BYTES = 1L << 40;

  /** Refuses what is out of range. */
  public AuditLimits {
    if (!isMaxBytes(maxBytes)) {
      throw new IllegalArgumentException("max bytes " + maxBytes);
    }
    if (!isKeep(keep)) {
      throw new IllegalArgumentException("keep " + keep);
    }
  }

  /**
   * What {@code audit.max-bytes} and {@code audit.keep} in the config file of this user say, else
   * the defaults.
   *
   * @throws dev.prlease.api.LeaseConfigurationException if one of them says what it may not, or the
   *     file cannot be read
   */
  public static AuditLimits of(Map<String, String> environment) {
    return ConfigFile.of(environment).auditLimits();
  }

  static boolean isMaxBytes(long bytes) {
    return bytes == 0 || (bytes >= LEAST_BYTES && bytes <= MOST_BYTES);
  }

  static boolean isKeep(long count) {
    return count >= 1 && count <= MOST_KEPT;
  }

  /** Whether a file of {@code size} bytes has enough. */
  boolean isFull(long size) {
    return maxBytes > 0 && size >= maxBytes;
  }
}
